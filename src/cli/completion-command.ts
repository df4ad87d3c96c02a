/**
 * `dragoman completion`: a script with which a shell completes commands and options. It is made from the commands
 * themselves, so a new command or option is completed without further work.
 */
import { Argument, type Command } from 'commander';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .addHelpText('after', '\nFor this session of bash: source <(dragoman completion bash)')
    .action((shell: Shell) => {
      process.stdout.write(writers[shell](listWords(program)));
    });
}

/** The words that may follow a command: its subcommands, or its options. */
interface Words {
  /** Such as "key create"; empty for the program itself. */
  readonly path: string;
  readonly words: readonly { readonly word: string; readonly description: string }[];
}

/** What `--help` lists: the long form of an option, and no more than a command's name. */
function listWords(command: Command, path: readonly string[] = []): Words[] {
  const help = command.createHelp();
  const visible = help.visibleCommands(command);
  const commands = visible.map((sub) => ({ word: sub.name(), description: sub.description() }));
  const options = help
    .visibleOptions(command)
    .map(({ long, short, description }) => ({ word: long ?? short ?? '', description }));
  return [
    { path: path.join(' '), words: [...commands, ...options] },
    ...command.commands.flatMap((sub) => listWords(sub, [...path, sub.name()])),
    // `help` takes the name of another command.
    ...(visible.length > command.commands.length
      ? [{ path: [...path, 'help'].join(' '), words: commands.filter(({ word }) => word !== 'help') }]
      : []),
  ];
}

const writers: Readonly<Record<Shell, (all: readonly Words[]) => string>> = { bash, zsh, fish };

/** The words that follow the program and name a command, up to the first one that does not. */
function bash(all: readonly Words[]): string {
  const cases = all.map(
    ({ path, words }) => `    '${path}') words='${words.map(({ word }) => word).join(' ')}' ;;`,
  );
  return `# bash completion of dragoman. For all users: dragoman completion bash > /usr/share/bash-completion/completions/dragoman
_dragoman() {
  local path='' words='' word i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case "$path\${path:+ }$word" in
      ${knownPaths(all)}) path+="\${path:+ }$word" ;;
      *) break ;;
    esac
  done
  case $path in
${cases.join('\n')}
  esac
  # The bash of macOS has no mapfile and no compopt.
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
# Values such as files are completed by the shell.
complete -o default -F _dragoman dragoman
`;
}

/** As a pattern of `case`. */
function knownPaths(all: readonly Words[]): string {
  return all
    .filter(({ path }) => path !== '')
    .map(({ path }) => quoted(path))
    .join('|');
}

function zsh(all: readonly Words[]): string {
  const cases = all.map(({ path, words }) => {
    // A colon ends the word.
    const described = words.map(({ word, description }) =>
      quoted(`${word}:${description.replaceAll(':', '\\:')}`),
    );
    return `    '${path}') choices=(${described.join(' ')}) ;;`;
  });
  return `#compdef dragoman
# zsh completion of dragoman. Store it as _dragoman in a folder of $fpath, or: source <(dragoman completion zsh)
_dragoman() {
  local -a choices
  local word at=''
  for word in \${words[2,CURRENT-1]}; do
    case "$at\${at:+ }$word" in
      (${knownPaths(all)}) at+="\${at:+ }$word" ;;
      (*) break ;;
    esac
  done
  case $at in
${cases.join('\n')}
  esac
  _describe dragoman choices || _files
}
# A file of $fpath is itself the function when it is first called.
if [[ $funcstack[1] == _dragoman ]]; then _dragoman "$@"; else compdef _dragoman dragoman; fi
`;
}

function fish(all: readonly Words[]): string {
  const lines = all.flatMap(({ path, words }) =>
    words.map(({ word, description }) => {
      const condition = `__dragoman_at '${path}'`;
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
      return `complete -c dragoman -f -n "${condition}" ${what} -d ${quoted(description)}`;
    }),
  );
  return `# fish completion of dragoman. Store it as ~/.config/fish/completions/dragoman.fish
set -g dragoman_commands ${all.map(({ path }) => quoted(path)).join(' ')}
function __dragoman_at
    set -l path ''
    for word in (commandline -opc)[2..]
        contains -- (string trim -- "$path $word") $dragoman_commands; or break
        set path (string trim -- "$path $word")
    end
    test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}

/** For a shell, as one word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
