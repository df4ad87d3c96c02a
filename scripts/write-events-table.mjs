#!/usr/bin/env node
// Writes the list of events in docs/call/events.md from their types; with --check, fails where they differ.
import { eventTypes, testEvent } from '../src/events/event-types.ts';
import { replaceTable } from './replace-table.mjs';

const scopes = { team: '', installation: ' Only for destinations of the installation.' };

replaceTable('docs/call/events.md', 'events', [
  '',
  ...[...eventTypes, { ...testEvent, scope: 'team' }].flatMap(({ type, summary, scope, example }) => [
    `### \`${type}\``,
    '',
    summary + scopes[scope],
    '',
    '```json',
    JSON.stringify(example, null, 2),
    '```',
    '',
  ]),
]);
