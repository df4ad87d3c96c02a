#!/usr/bin/env node
// Writes docs/openapi.json from the routes of the public listener. `npm run check` fails while they differ.
import { readFile, writeFile } from 'node:fs/promises';
import { describePublicApi } from '../src/http/public/describe-public-api.ts';

const root = new URL('../', import.meta.url);
const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'));
const document = await describePublicApi(version);
await writeFile(new URL('docs/openapi.json', root), `${JSON.stringify(document, null, 2)}\n`);
