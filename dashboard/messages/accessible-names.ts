/**
 * Controls whose name says more than they show, such as "Remove Web shop" on a button "Remove". The name must contain what is
 * shown (WCAG 2.5.3), in every language: people who speak to the computer say what they see.
 */
import ts from 'typescript';
import { literalOf, parse, readCall } from './extract.ts';
import { keyOf } from './po-file.ts';

/** Keys of two messages. */
export interface NamedControl {
  readonly shown: string;
  readonly name: string;
}

export function namedControls(file: string): NamedControl[] {
  const source = parse(file);
  const found: NamedControl[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node)) {
      const name = messageOf(nameAttribute(node.openingElement)?.initializer);
      const shown = textsOf(node.children);
      if (name !== undefined) for (const text of shown) found.push({ shown: text, name });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

export function containsShown(shown: string, name: string): boolean {
  return name.toLowerCase().includes(shown.toLowerCase());
}

function nameAttribute(element: ts.JsxOpeningElement): ts.JsxAttribute | undefined {
  // A group or a field has a name beside its content, and not in place of it.
  if (!/^(button|\w*Button|a|\w*Link)$/.test(element.tagName.getText())) return undefined;
  return element.attributes.properties.find(
    (one): one is ts.JsxAttribute => ts.isJsxAttribute(one) && /^(aria-)?label$/.test(one.name.getText()),
  );
}

function textsOf(children: readonly ts.JsxChild[]): string[] {
  return children.flatMap((child) => {
    const text = ts.isJsxExpression(child) ? messageOf(child) : undefined;
    return text === undefined ? [] : [text];
  });
}

function messageOf(node: ts.Node | undefined): string | undefined {
  if (node === undefined) return undefined;
  if (ts.isJsxExpression(node)) return messageOf(node.expression);
  const call = readCall(node);
  const text = literalOf(call?.text);
  return text === undefined ? undefined : keyOf({ text, context: literalOf(call?.context) ?? '' });
}
