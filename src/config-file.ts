/**
 * The configuration file, `dragoman.yaml`: which engines there are, and which of them serve which pairs. Every fault
 * is named with its line. Without a file, the engines that are found on the machine serve every pair they have.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import Type, { type Static, type TSchema } from 'typebox';
import { Errors } from 'typebox/value';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';
import type { Config } from './config.ts';
import { OperatorError } from './lib/errors.ts';
import { canonicalLanguageTag } from './lib/language-tag.ts';

const engineId = Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' });

const apertium = Type.Object(
  {
    type: Type.Literal('apertium'),
    modes: Type.Optional(Type.String({ minLength: 1 })),
    pipelines: Type.Optional(Type.Integer({ minimum: 1, maximum: 256 })),
  },
  { additionalProperties: false },
);

const bergamot = Type.Object(
  {
    type: Type.Literal('bergamot'),
    models: Type.String({ minLength: 1 }),
    workers: Type.Optional(Type.Integer({ minimum: 1, maximum: 256 })),
    memory_mb: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    pinned: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1, uniqueItems: true })),
  },
  { additionalProperties: false },
);

/** Only in tests; see src/engines/stub/. */
const stub = Type.Object(
  {
    type: Type.Literal('stub'),
    pairs: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Za-z-]+>[A-Za-z-]+$' }), { minItems: 1 })),
    behaviour: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);

const engineTypes = { apertium, bergamot, stub } as const;

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
            // A language, or false for none: checked by hand, for a better message than a union gives.
            pivot: Type.Optional(Type.Unsafe<string | false>({})),
          },
          { additionalProperties: false },
        ),
      ),
    ),
  },
  { additionalProperties: false },
);

export type EngineDefinition = { readonly id: string } & Static<
  (typeof engineTypes)[keyof typeof engineTypes]
>;

export interface RoutingConfig {
  /** In order of preference. */
  readonly engines: readonly EngineDefinition[];
  readonly routes: readonly {
    readonly from: string;
    readonly to: string;
    readonly engines?: readonly string[];
    readonly pivot?: string | false;
  }[];
}

/** Without a file: what the environment says about the engines of this machine. */
function defaultRouting({ stubEngine }: Pick<Config, 'stubEngine'>): RoutingConfig {
  const stubs =
    stubEngine === undefined ? [] : [{ id: 'stub', type: 'stub' as const, behaviour: stubEngine }];
  return { engines: [...stubs, { id: 'apertium', type: 'apertium' }], routes: [] };
}

/** Taken without being named, where it exists. */
const usualFile = 'dragoman.yaml';

/** What the file says that is configured or lies in the working folder, else what the machine has. */
export async function loadRouting(config: Pick<Config, 'configFile' | 'stubEngine'>): Promise<RoutingConfig> {
  if (config.configFile !== undefined) return readRouting(config.configFile);
  return existsSync(usualFile) ? readRouting(usualFile) : defaultRouting(config);
}

async function readRouting(path: string): Promise<RoutingConfig> {
  const content = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new OperatorError(`The configuration file ${path} can't be read.`, 'Check DRAGOMAN_CONFIG.', {
      cause,
    });
  });
  const parsed = parseRouting(content);
  if (parsed.ok) return parsed.routing;
  throw new OperatorError(
    parsed.faults.map(({ line, message }) => `${path}:${line}: ${message}`).join('\n'),
    'Mend these lines as docs/run/engines.md describes, then run: dragoman config check',
  );
}

export interface FileFault {
  readonly line: number;
  readonly message: string;
}

type Parsed = { ok: true; routing: RoutingConfig } | { ok: false; faults: FileFault[] };

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
  const shapeFaults = faultsOf(fileSchema, value, at, []);
  if (shapeFaults.length > 0) return { ok: false, faults: shapeFaults };
  return interpret(value as Static<typeof fileSchema>, at);
}

type LineAt = (path: readonly (string | number)[]) => number;

function interpret(file: Static<typeof fileSchema>, at: LineAt): Parsed {
  const faults: FileFault[] = [];
  const engines = Object.entries(file.engines).flatMap(([id, settings]) => {
    const type = settings.type ?? id;
    if (!Object.hasOwn(engineTypes, type)) {
      const known = Object.keys(engineTypes).filter((name) => name !== 'stub');
      faults.push({
        line: at(['engines', id]),
        message: `There is no engine type "${type}". Types: ${known.join(', ')}.`,
      });
      return [];
    }
    const definition = { ...settings, type };
    faults.push(...faultsOf(engineTypes[type as keyof typeof engineTypes], definition, at, ['engines', id]));
    return [{ id, ...definition } as EngineDefinition];
  });
  for (const [i, rule] of (file.routes ?? []).entries()) {
    for (const [j, engine] of (rule.engines ?? []).entries()) {
      if (Object.hasOwn(file.engines, engine)) continue;
      const message = `routes[${i}] names the engine "${engine}", which is not under "engines".`;
      faults.push({ line: at(['routes', i, 'engines', j]), message });
    }
    for (const [member, exception] of tagMembers) {
      const tag = rule[member];
      if (tag === undefined || tag === exception) continue;
      if (typeof tag === 'string' && canonicalLanguageTag(tag) !== undefined) continue;
      const message = `routes[${i}].${member} must be a language such as "en" or "pt-BR", or ${exception}.`;
      faults.push({ line: at(['routes', i, member]), message });
    }
  }
  if (faults.length > 0) return { ok: false, faults: faults.toSorted((a, b) => a.line - b.line) };
  return { ok: true, routing: { engines, routes: (file.routes ?? []).map(canonicalRule) } };
}

/** What may stand there instead of a language. */
const tagMembers = [
  ['from', '*'],
  ['to', '*'],
  ['pivot', false],
] as const;

function canonicalRule<Rule extends { from: string; to: string; pivot?: string | false }>(rule: Rule): Rule {
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
): FileFault[] {
  return Errors(schema, value).map(({ instancePath, message }) => {
    const path = [...prefix, ...instancePath.split('/').slice(1)];
    return { line: at(path), message: `${path.join('.') || 'The file'} ${message}.` };
  });
}

/** Where the nearest node that exists begins. */
function offsetOf(document: Document, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}
