/** Finds the messages in the source: `t('…')`, `tIn('context', '…')` and `<Message text="…" />`. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { argumentsOf } from './icu.ts';
import { keyOf, type Message } from './po-file.ts';

export interface Extraction {
  readonly messages: readonly Message[];
  /** Calls that cannot be extracted, or whose values do not fit. */
  readonly problems: readonly string[];
}

interface Call {
  readonly text: ts.Node | undefined;
  readonly context: ts.Node | undefined;
  readonly values: ts.Node | undefined;
}

export function extract(files: readonly string[]): Extraction {
  const found = new Map<string, Message>();
  const problems: string[] = [];
  for (const file of files) {
    const source = parse(file);
    const visit = (node: ts.Node): void => {
      const call = readCall(node);
      if (call !== undefined) add(call, node);
      ts.forEachChild(node, visit);
    };
    const add = ({ text, context, values }: Call, node: ts.Node) => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      const at = `${file}:${line + 1}`;
      const words = literalOf(text);
      const scope = context === undefined ? '' : literalOf(context);
      if (words === undefined || scope === undefined) {
        problems.push(`${at}: the text and the context of a message must be literals`);
        return;
      }
      problems.push(...problemsOf(words, values).map((problem) => `${at}: ${problem}`));
      const key = keyOf({ text: words, context: scope });
      const files = new Set([...(found.get(key)?.files ?? []), file]);
      found.set(key, { text: words, context: scope, files: [...files].sort() });
    };
    visit(source);
  }
  return { messages: [...found.values()], problems };
}

export function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
}

/** Whether the node is a message: a call, or an element. */
export function readCall(node: ts.Node): Call | undefined {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const { text: name } = node.expression;
    const [first, second, third] = node.arguments;
    if (name === 't') return { text: first, context: undefined, values: second };
    if (name === 'tIn') return { text: second, context: first, values: third };
  }
  if (ts.isJsxSelfClosingElement(node) && node.tagName.getText() === 'Message') {
    const attribute = (name: string) =>
      node.attributes.properties.find(
        (one): one is ts.JsxAttribute => ts.isJsxAttribute(one) && one.name.getText() === name,
      )?.initializer;
    return { text: attribute('text'), context: attribute('context'), values: attribute('values') };
  }
  return undefined;
}

export function literalOf(node: ts.Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isJsxExpression(node)) return literalOf(node.expression);
  return ts.isStringLiteralLike(node) ? node.text : undefined;
}

/** Every argument and tag of the message needs a value. `b`, `strong` and `code` are tags that need none. */
function problemsOf(text: string, values: ts.Node | undefined): string[] {
  let needed: readonly string[];
  try {
    needed = argumentsOf(text);
  } catch (error) {
    return [`"${text}" is not a message: ${(error as Error).message}`];
  }
  const object = values !== undefined && ts.isJsxExpression(values) ? values.expression : values;
  if (object !== undefined && !ts.isObjectLiteralExpression(object)) return [];
  const given = (object?.properties ?? []).map((property) => property.name?.getText().replaceAll("'", ''));
  return [
    ...needed.filter((name) => !given.includes(name)).map((name) => `"${text}" needs the value "${name}"`),
    ...given
      .filter((name) => name !== undefined && !needed.includes(name))
      .map((name) => `"${text}" does not use the value "${name}"`),
  ];
}
