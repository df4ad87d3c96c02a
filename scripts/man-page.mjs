#!/usr/bin/env node
// Prints the man page dragoman(1), made from the commands of an installation themselves: scripts/man-page.mjs FOLDER
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(process.argv[2] ?? '.');
const { buildProgram } = await import(join(folder, 'dist/cli/program.js'));
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const date = new Date(Number(process.env.SOURCE_DATE_EPOCH ?? 0) * 1_000).toISOString().slice(0, 10);
const program = buildProgram({}, version);

/** A line that begins with a dot or an apostrophe would be a request of roff, and a plain hyphen may become a dash. */
function plain(text) {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');
}

function* optionsOf(command) {
  for (const { flags, description, defaultValue } of command.options) {
    const fallback = ['string', 'number'].includes(typeof defaultValue) ? ` (default: ${defaultValue})` : '';
    yield `.TP\n\\fB${plain(flags)}\\fR\n${plain(description + fallback)}`;
  }
}

function* commandsOf(command, path = []) {
  for (const sub of command.commands) {
    const name = [...path, sub.name()];
    if (sub.commands.length > 0) yield* commandsOf(sub, name);
    const words = sub.registeredArguments.map((each) =>
      each.required ? `<${each.name()}>` : `[${each.name()}]`,
    );
    yield `.SS ${plain(['dragoman', ...name, ...words].join(' '))}\n${plain(sub.description())}`;
    yield* optionsOf(sub);
  }
}

process.stdout.write(`.TH DRAGOMAN 1 ${date} "dragoman ${version}" "Dragoman"
.SH NAME
dragoman \\- translation API that an organisation runs itself
.SH SYNOPSIS
.B dragoman
.I command
.RI [ options ]
.SH DESCRIPTION
${plain(program.description())}
As root, the command has the account and the settings of the service.
.SH OPTIONS
${[...optionsOf(program)].join('\n')}
.SH COMMANDS
${[...commandsOf(program)].join('\n')}
.SH FILES
.TP
.I /etc/dragoman/dragoman.env
settings that dragoman init wrote, with the data key
.TP
.I /etc/dragoman/dragoman.yaml
engines and routes
.TP
.I /etc/dragoman/defaults.env
further settings of this machine
.TP
.I /var/lib/dragoman
models and documents
.SH EXIT STATUS
0 if the command succeeded, 1 if it failed, 2 if its arguments were not understood.
.SH SEE ALSO
.BR dragoman\\-setup (8),
/usr/share/doc/dragoman/docs/README.md
`);
