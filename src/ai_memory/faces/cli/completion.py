"""`ai-memory completion`: the script by which a shell completes our words."""

import click

from ai_memory.faces.cli.invocation import Invocation, pass_invocation
from ai_memory.faces.cli.options import common_options

VARIABLE = "_AI_MEMORY_COMPLETE"
# Said inside the script, so that a shell may read the output as it is.
INSTALL = {
    "bash": '# Install: add to ~/.bashrc\n#   eval "$(ai-memory completion bash)"',
    "zsh": '# Install: add to ~/.zshrc, after compinit\n#   eval "$(ai-memory completion zsh)"',
    "fish": "# Install:\n#   ai-memory completion fish > ~/.config/fish/completions/ai-memory.fish",
}


@click.command()
@click.argument("shell", type=click.Choice(list(INSTALL)))
@common_options
@pass_invocation
@click.pass_context
def command(ctx: click.Context, invocation: Invocation, shell: str) -> None:
    """Print the completion script of a shell.

    The script's last lines say how to install it. It completes commands, options,
    projects, pages, kinds, tags, streams and modes.
    """
    from click.shell_completion import ShellComplete, get_completion_class

    script = get_completion_class(shell)
    if script is None:
        raise click.UsageError(f"There is no completion for {shell}.")
    made = script(ctx.find_root().command, {}, "ai-memory", VARIABLE)
    # The base class's: bash's own would start a bash to ask for its version.
    invocation.out(f"{ShellComplete.source(made).rstrip()}\n\n{INSTALL[shell]}")
