/**
 * The configuration file, `dragoman.yaml`: the engines, and the language pairs that they serve. Every problem
 * is reported with its line. Without a file, the engines found on the machine serve every pair they have.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import Type, { type Static, type TSchema } from 'typebox';
import { Errors } from 'typebox/value';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import { OperatorError } from '../lib/errors.ts';
import { canonicalLanguageTag } from '../lib/language-tag.ts';
import { nearestName } from '../lib/nearest-name.ts';
import { ruleInWords } from '../lib/schema-words.ts';
import type { Config } from './config.ts';
import { type EngineDefinition, engineTypes } from './file-engines.ts';
import { openaiProblems } from './openai-settings.ts';

const engineId = Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' });

const fileSchema = Type.Object(
  {
    engines: Type.Record(engineId, Type.Object({ type: Type.Optional(Type.String()) }), { minProperties: 1 }),
    routes: Type.Optional(
      Type.Array(
        Type.Object(
          {
            from: Type.String({ minLength: 1 }),
            to: Type.String({ minLength: 1 }),
            engines: Type.Optional(Type.Array(engineId, { minItems: 1 })),
            // A language, or false for no pivot. Checked in code, for a better message than a union gives.
            pivot: Type.Optional(Type.Unsafe<string | false>({})),
          },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { additionalProperties: false },
);

export interface RoutingConfig {
  /** In order of preference. */
  readonly engines: readonly EngineDefinition[];
  readonly routes: readonly RouteRule[];
}

/** A rule for some pairs. `*` matches any language, and `en` also matches its variants. */
export interface RouteRule {
  readonly from: string;
  readonly to: string;
  /** In order of preference; no other engine is used for these pairs. */
  readonly engines?: readonly string[];
  /** The only pivot for these pairs; `false` disables pivots. */
  readonly pivot?: string | false;
}

/** The engines of this machine according to the environment, if there is no file. */
function defaultRouting({ stubEngine }: Pick<Config, 'stubEngine'>): RoutingConfig {
  const stubs =
    stubEngine === undefined ? [] : [{ id: 'stub', type: 'stub' as const, behaviour: stubEngine }];
  return { engines: [...stubs, { id: 'apertium', type: 'apertium' }], routes: [] };
}

/** Used if it exists and no other file is configured. */
const defaultFile = 'dragoman.yaml';

/** Loads the configured file, or the one in the working folder; without either, the machine's engines. */
export async function loadRouting(config: Pick<Config, 'configFile' | 'stubEngine'>): Promise<RoutingConfig> {
  if (config.configFile !== undefined) return readRouting(config.configFile);
  return existsSync(defaultFile) ? readRouting(defaultFile) : defaultRouting(config);
}

async function readRouting(path: string): Promise<RoutingConfig> {
  const content = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new OperatorError(`The configuration file ${path} cannot be read.`, 'Check DRAGOMAN_CONFIG.', {
      cause,
    });
  });
  const parsed = parseRouting(content);
  if (parsed.ok) return parsed.routing;
  throw new OperatorError(
    parsed.faults.map(({ line, message }) => `${path}:${line}: ${message}`).join('\n'),
    'Fix these lines as described in docs/run/engines.md, then run: dragoman config check',
  );
}

/** The variables that the file names for keys of engines; also of a file with problems. */
export async function variablesOfFile({ configFile = defaultFile }: Pick<Config, 'configFile'>) {
  const content = await readFile(configFile, 'utf8').catch(() => '');
  return new Set([...content.matchAll(/\bkey_env["']?\s*:\s*["']?(\w+)/g)].map(([, name]) => name));
}

export interface FileProblem {
  readonly line: number;
  readonly message: string;
}

type Parsed = { ok: true; routing: RoutingConfig } | { ok: false; faults: FileProblem[] };

export function parseRouting(content: string): Parsed {
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines });
  const lineOf = (offset: number) => lines.linePos(offset).line;
  if (document.errors.length > 0) {
    return {
      ok: false,
      faults: document.errors.map(({ pos, message }) => ({
        line: lineOf(pos[0]),
        message: (message.split('\n')[0] ?? '').replace(/ at line.*$/, '.'),
      })),
    };
  }
  const at = (path: readonly (string | number)[]) => lineOf(offsetOf(document, path));
  const value: unknown = document.toJS();
  const faults = faultsOf(fileSchema, value, at, []);
  const file = readablePart(value);
  const engines = readEngines(file, at, faults);
  checkRoutes(file, at, faults);
  if (faults.length > 0) return { ok: false, faults: faults.toSorted((a, b) => a.line - b.line) };
  return { ok: true, routing: { engines, routes: (file.routes ?? []).map(canonicalRule) } };
}

/** What can be checked further in a file whose shape has problems elsewhere; all of any other file. */
function readablePart(value: unknown): Static<typeof fileSchema> {
  const { engines, routes } = objectOf(value);
  const part: unknown = {
    engines: Object.fromEntries(
      Object.entries(objectOf(engines)).map(([id, settings]) => [id, objectOf(settings)]),
    ),
    routes: (Array.isArray(routes) ? routes : []).map(objectOf),
  };
  return part as Static<typeof fileSchema>;
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

type LineAt = (path: readonly (string | number)[]) => number;

function readEngines(file: Static<typeof fileSchema>, at: LineAt, faults: FileProblem[]): EngineDefinition[] {
  const known = Object.keys(engineTypes).filter((name) => name !== 'stub');
  return Object.entries(file.engines).flatMap(([id, settings]) => {
    const type = settings.type ?? id;
    if (typeof type !== 'string') return [];
    if (!Object.hasOwn(engineTypes, type)) {
      const message = `There is no engine type "${type}". ${hint(type, known, 'Types')}`;
      faults.push({ line: at(['engines', id]), message });
      return [];
    }
    const definition = { ...settings, type };
    faults.push(...faultsOf(engineTypes[type as keyof typeof engineTypes], definition, at, ['engines', id]));
    faults.push(...engineFaults(id, definition, at));
    return [{ id, ...definition } as EngineDefinition];
  });
}

function checkRoutes(file: Static<typeof fileSchema>, at: LineAt, faults: FileProblem[]): void {
  const known = Object.keys(file.engines);
  for (const [i, rule] of (file.routes ?? []).entries()) {
    for (const [j, engine] of (Array.isArray(rule.engines) ? rule.engines : []).entries()) {
      if (typeof engine !== 'string' || known.includes(engine)) continue;
      const nearest = nearestName(engine, known);
      const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
      const message = `routes[${i}] names the engine "${engine}", which is not under "engines".${meant}`;
      faults.push({ line: at(['routes', i, 'engines', j]), message });
    }
    for (const [member, exception] of tagMembers) {
      const tag: unknown = rule[member];
      if (tag === undefined || tag === exception) continue;
      // The shape says that the others are texts.
      if (typeof tag !== 'string' && member !== 'pivot') continue;
      if (typeof tag === 'string' && canonicalLanguageTag(tag) !== undefined) continue;
      const message = `routes[${i}].${member} must be a language such as "en" or "pt-BR", or ${exception}.`;
      faults.push({ line: at(['routes', i, member]), message });
    }
  }
}

/** Checks the rules that a schema cannot express, or not well. */
function engineFaults(id: string, settings: Record<string, unknown>, at: LineAt): FileProblem[] {
  const faults: FileProblem[] = [];
  const { languages, key_env, key_file } = settings;
  for (const [i, tag] of (Array.isArray(languages) ? languages : []).entries()) {
    if (typeof tag === 'string' && canonicalLanguageTag(tag) !== undefined) continue;
    const message = `engines.${id}.languages[${i}] must be a language such as "en" or "pt-BR".`;
    faults.push({ line: at(['engines', id, 'languages', i]), message });
  }
  if (key_env !== undefined && key_file !== undefined) {
    const message = `engines.${id} sets both "key_env" and "key_file"; set only one.`;
    faults.push({ line: at(['engines', id, 'key_file']), message });
  }
  for (const { path, message } of settings.type === 'openai' ? openaiProblems(settings) : []) {
    const place = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
    faults.push({ line: at(['engines', id, ...path]), message: `engines.${id}${place} ${message}.` });
  }
  return faults;
}

/** The members that hold a language, each with the only other value that it may have. */
const tagMembers = [
  ['from', '*'],
  ['to', '*'],
  ['pivot', false],
] as const;

function canonicalRule(rule: RouteRule): RouteRule {
  const canonical = (tag: string) => canonicalLanguageTag(tag) ?? tag;
  const { pivot } = rule;
  return {
    ...rule,
    from: canonical(rule.from),
    to: canonical(rule.to),
    ...(typeof pivot === 'string' && { pivot: canonical(pivot) }),
  };
}

function faultsOf(
  schema: TSchema,
  value: unknown,
  at: LineAt,
  prefix: readonly (string | number)[],
): FileProblem[] {
  return Errors(schema, value).flatMap((error) => {
    const path = [...prefix, ...error.instancePath.split('/').slice(1)];
    const place = path.join('.');
    // TypeBox reports a member that is not allowed twice: where it is, without a reason, and at what has it.
    if (error.keyword === 'boolean') return [];
    if (error.keyword !== 'additionalProperties')
      return [{ line: at(path), message: `${place || 'The file'} ${ruleInWords(error)}.` }];
    const known = settingsAt(schema, error.schemaPath);
    return error.params.additionalProperties.map((name) => ({
      line: at([...path, name]),
      message: `${place === '' ? `There is no setting "${name}"` : `${place} has no setting "${name}"`}. ${hint(name, known)}`,
    }));
  });
}

function hint(name: string, known: readonly string[], all = 'Settings'): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? `${all}: ${known.join(', ')}.` : `Did you mean "${nearest}"?`;
}

/** The names that a part of a schema has. */
function settingsAt(schema: TSchema, schemaPath: string): string[] {
  let part: unknown = schema;
  for (const step of schemaPath.split('/').slice(1))
    part = (part as Record<string, unknown> | undefined)?.[step];
  return Object.keys((part as { properties?: object } | undefined)?.properties ?? {}).toSorted();
}

/** The start of the nearest node that exists. */
function offsetOf(document: Document, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}
