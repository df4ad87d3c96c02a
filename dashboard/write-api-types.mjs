#!/usr/bin/env node
// Writes src/api/schema.d.ts from the routes of the console, or fails with --check while the two differ.
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';
import { describeConsoleApi } from '../src/http/console/api/describe-console-api.ts';

const file = new URL('src/api/schema.d.ts', import.meta.url);
const document = JSON.parse(JSON.stringify(describeConsoleApi()));
const types = `// Made from the console's routes by: npm run openapi\n${astToString(await openapiTS(document))}`;

if (!process.argv.includes('--check')) {
  await writeFile(file, types);
} else if ((await readFile(file, 'utf8').catch(() => '')) !== types) {
  console.error('dashboard/src/api/schema.d.ts is not what the routes say. Run: npm run openapi');
  process.exit(1);
}
