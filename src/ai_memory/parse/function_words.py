"""The small words of languages: articles, pronouns, prepositions, auxiliaries.

They say what language a text is in, and they tell no pages apart. English has its own list
in `stopwords`, which every search needs; this one is loaded only where a text in another
language is read or asked for. The keys are ISO 639-1 codes.
"""

FUNCTION_WORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "de": """
            aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim
            bin bis bist da dabei dadurch dafür damit dann daran darauf daraus darin das dass davon
            dazu dein deine deinem deinen deiner dem den denn der des deshalb dich die dies diese
            diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines er
            es etwas euch euer für gegen hab habe haben hat hatte hatten hier hin hinter ich ihm
            ihn ihnen ihr ihre ihrem ihren ihrer im in indem ins ist ja jede jedem jeden jeder jedes
            jedoch kann kannst kein keine keinem keinen keiner können könnte machen man mein meine
            meinem meinen meiner mich mir mit muss musst müssen nach nicht nichts noch nun nur ob
            oder ohne sehr sein seine seinem seinen seiner seit selbst sich sie sind so sobald
            sollte soll sollen sondern sowie über um und uns unser unsere unter vom von vor wann war
            waren warum was weil welche welchem welchen welcher welches wenn wer werde werden wie
            wieder will wir wird wirst wo wohin wollen wurde wurden würde zu zum zur zwar zwischen
        """,
        "fr": """
            afin ai ainsi alors après as au aucun aucune aussi autre autres aux avant avec avez
            avoir avons c'est car ce cela celle celles celui ces cet cette ceux chaque chez comme
            comment d dans de depuis des donc dont du elle elles en encore entre es est et étaient
            était été êtes être eu eux faire fait faut fois il ils j je l la laquelle le lequel les
            lesquels leur leurs lors lorsque lui m ma mais me même mes moi mon n ne ni nos notre
            nous on ont ou où par parce pas pendant peu peut peuvent plus pour pourquoi pouvez puis
            qu quand que quel quelle quelles quels qui quoi s sa sans se selon sera ses si soit son
            sont sous suis sur t ta te tes toi ton tous tout toute toutes très tu un une vers vos
            votre vous y à ça
        """,
        "es": """
            a ahora al algo algunos ante antes aquel aquella así aún aunque bien cada como cómo con
            contra cual cuál cuando cuándo cuyo de del desde después donde dónde dos durante e el él
            ella ellas ellos en entre era eran eres es esa esas ese eso esos está están estas este
            esto estos fue fueron ha haber había hace hacer han has hasta hay la las le les lo los
            me mi mientras mis mismo muy más nada ni no nos nosotros nuestra nuestro o os otra otras
            otro otros para pero poco por porque puede pueden puedes pues que qué quien quién se
            según ser será si sí sido sin sino sobre son su sus también tanto te tiene tienen tienes
            todas todo todos tu tú tus un una unas uno unos usted y ya yo
        """,
        "it": """
            a ad agli ai al alla alle allo anche ancora avere aveva c'è che chi ci ciò come con
            contro così cui da dagli dai dal dalla dalle dallo degli dei del dell della delle dello
            dentro di dopo dove e è ed era erano essere fa fare fino fra fu gli ha hai hanno ho i il
            in io l la le lei li lo loro lui ma me mentre mi mia mio molto ne negli nei nel nella
            nelle nello no noi non nostra nostro o ogni oppure per perché però più poi possono prima
            puoi può qual quale quali quando quanto quella quelle quelli quello questa queste questi
            questo qui se sei senza si sia siamo siete solo sono sopra sotto sta stata stato su sua
            sue sui sul sulla sulle suo suoi te ti tra tu tua tuo tutte tutti tutto un una uno vi
            voi
        """,
        "pt": """
            a à ainda ao aos apenas após aquela aquele aqui as às assim até cada com como contra da
            das de dela dele deles depois desde deve do dos e é ela elas ele eles em então entre era
            eram essa essas esse esses esta está estão estas estava este estes eu faz fazer foi
            foram há isso isto já la lhe lo mais mas me mesmo meu meus minha muito na não nas nem no
            nos nós nossa nosso num numa o onde os ou outra outras outro outros para pela pelas pelo
            pelos pode podem por porque porquê pra qual quando quanto que quê quem são se seja sem
            sendo ser será seu seus si sido só sob sobre sua suas também te tem têm temos ter teu
            tinha toda todas todo todos tu tua um uma umas uns você vocês vos
        """,
        "nl": """
            aan al alle als altijd andere ben bij dan dat daar de deze die dit doe doen door dus een
            eens en er ge geen geweest haar had heb hebben heeft hem het hier hij hoe hun iets ik in
            is ja je jij jou jouw jullie kan kun kunnen kunt maar me meer men met mij mijn moet
            moeten na naar niet niets nog nu of om omdat onder ons onze ook op over per reeds te
            tegen toch toe tot tussen u uit uw van vanuit veel voor waar waarom wanneer want waren
            was wat we wel welke werd werden wie wij wil word worden wordt zal ze zelf zich zij zijn
            zo zonder zou zullen
        """,
        "sv": """
            alla allt att av bara blev bli blir de dem den denna deras dess dessa det detta dig din
            dina ditt du där då efter eftersom ej eller en er era ert ett från för ha hade han hans
            har hela henne hennes hon honom hur här i icke igen in inga ingen inget inom inte jag
            kan kunde man med mellan men mig min mina mitt mot mycket ni nu när någon något några
            och olika om oss på samma sedan sig sin sina sitt själv ska skulle som så sådan till
            under upp ut utan vad var vara varför varit varje vars vem vi vid vilka vilken vilket
            vill även är över åt
        """,
        "da": """
            af al alle alt anden andet at bare blev blive bliver da de dem den denne der deres det
            dette dig din dine disse dit dog du efter eller en end er et for fordi fra få ham han
            hans har havde have hende hendes her hos hun hvad hver hvilken hvilket hvis hvor hvordan
            hvorfor hvornår i igen ikke ind ingen jeg jer jo kan kun kunne lidt man mange med meget
            mellem men mig min mine mit mod må nogen noget nogle nu når og også om op os over på
            samme selv sig sin sine sit skal skulle som sådan så til ud uden under var ved vi vil
            ville vor være været
        """,
        "no": """
            alle alt andre at av bare begge ble bli blir blitt da de deg dem den denne der deres det
            dette di din disse ditt du eller en enn er et ett etter for fordi fra få før gjør ha
            hadde han hans har henne hennes her hos hun hva hvem hver hvilke hvilken hvis hvor
            hvordan hvorfor i ikke ingen inn jeg kan kun kunne man mange med meg mellom men min mine
            mitt mot mye må ned noe noen nå når og også om opp oss over på samme seg selv sin sine
            sitt skal skulle slik som så til um under ut uten var ved vi vil ville vår vært være
        """,
        "fi": """
            ei eikä eivät ehkä eli en ennen et että että hän häneen hänen häntä he heidän heille
            ihan itse ja jo joihin joiden joilla joissa joka jokin jolla jolle jolloin jonka jos
            joskus josta jota jotka jotta jälkeen kaikki kanssa kautta kuin kuinka kuka kun kuten
            kuitenkin me meidän mikä mikään miksi milloin minkä minua minulla minun minä missä
            mistä mitkä mitä miten mukaan mutta muu muut myös ne nämä niiden niin niitä noin nuo
            nyt näiden näin ole olet oli olla olen olevan olisi on ollut olemme ovat pitää saa se
            sekä sen siellä siihen siinä siitä sillä silloin sinulla sinun sinä sitten sitä tai
            tämä tämän tässä tästä tätä te teidän tulee tuo täällä vaan vai vaikka vain vielä voi
            voidaan voit vuoksi vuonna yli
        """,
        "pl": """
            a aby ale ani bardzo bez bo by być był była było były będzie będą chyba ci co coś czy
            czyli dla do gdy gdzie go i ich ile im inne innych ja jak jakie jako je jednak jego jej
            jest jestem jeszcze jeśli jeżeli już każdy kiedy kto która które którego której który
            których którym lub ma mają między mi mnie może można mu musi my na nad nam nas nasz
            nawet nic nich nie niego niej nim niż o od on ona one oni oraz po pod podczas ponieważ
            poza przed przez przy są się sobie swoje ta tak także tam te tego tej ten też to tu twój
            ty
            tych tylko tym u w was we więc wszystkie wszystko wtedy wy z za ze że żeby
        """,
        "ru": """
            а без более бы был была были было быть в вам вас ваш вдруг ведь во вот все всё всего
            всех всю вы где да даже для до его ее её если есть еще ещё же за здесь и из или им ими
            их к как какая какой ко когда которая которого которой которые который которых кто куда
            ли либо между меня мне много может можно мои мой моя мы на над надо нам нас наш не него
            нее ней нельзя нет ни нибудь них но ну о об один он она они оно от очень по под после
            потом потому почему при про раз с сам свой себе себя со так также такой там тебя тем
            теперь то тогда того тоже той только том тот тут ты у уже хотя чего чей чем через что
            чтобы эта эти этих это этого этой этом этот я
        """,
        "uk": """
            а або але б без би більше був була були було бути в вам вас ваш вже ви від він вона вони
            воно все всі втім де для до дуже з за зі і із й їй їм їх його її коли котра котрий
            крім кому ми мене мені між може можна моя мій на навіть над нам нас наш не неї немає ні
            них ніж о об один від по під після при про проти та так також там те теж ти тим тих то
            тоді того той тому тут у хто це цей ці цього цьому ця через чи чого чому ще що щоб як
            яка яке який яких якщо які є
        """,
        "tr": """
            acaba ama ancak arada aslında ayrıca bana bazı ben benden beni benim bir birçok biri biz
            bize bizim bu buna bunda bundan bunlar bunu bunun burada böyle çok çünkü da daha de
            defa değil diğer diye dolayı edilir eğer en fakat gibi göre hangi hem hep hepsi her
            herhangi hiç için ile ilgili ise itibaren kadar karşı kendi kendine kez ki kim kimse
            mı mi mu mü nasıl ne neden nedenle nerede niye o olan olarak oldu olduğu olmak olur on
            ona ondan onlar onları onu onun oysa öyle rağmen sadece sen senin siz sizin sonra
            şekilde şey şimdi şu tarafından tüm üzere var ve veya vb ya yani yerine yine yok yoksa
            zaten
        """,
        "cs": """
            a aby ale ani anebo asi až během bez bude budou by byl byla byli bylo být co což další
            dnes do ho i jak jako je jeho jej její jejich jen jenž ještě ji jich jím jsem jsi jsme
            jsou jste já již k kam každý kde kdo kdy když ke která které kterou který kteří ku má
            mají mezi mi mně mnou může můžete my na nad nám nás ne nebo nebyl nechť nejsou než nic
            není ní o od on ona oni ono pak po pod podle pokud pouze pro proč proto protože první
            před přes při s se si sice svůj svých ta tak také takže tam tato te tedy ten tento této
            ti to tohle toho tom tomto tu tuto ty tyto u už v vám vás váš ve více však všechno vy z
            za zda zde že
        """,
    }.items()
}

# Words of the lists above that name something in English: alone, they do not show that a
# question is not English.
ENGLISH_WORDS = frozenset(
    """
    al ale allen alt aux bare bin car com come comment con dan den die dig din doe dog door
    dos dove end era fare ham han hat hay hem inn jag jest kim lo ma man mas med men met min
    mine mod mot no non nun o one os par pas pendant per plus pod pour prima pro sans ser
    sin sit sob solo son sue ten till toe tom ton tot tout un van var vi vid ville want war
    word
    """.split()  # noqa: SIM905 (as in `stopwords`)
)
