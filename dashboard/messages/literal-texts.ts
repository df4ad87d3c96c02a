/** Finds texts that people see and that do not go through messages, and messages that are read only once. */
import ts from 'typescript';
import { parse, readCall } from './extract.ts';

/** Attributes whose value people see or hear, of elements and of our components. */
const textAttributes = new Set([
  'action',
  'alt',
  'aria-label',
  'cancel',
  'empty',
  'hint',
  'intro',
  'label',
  'languageLabel',
  'loading',
  'never',
  'placeholder',
  'problem',
  'title',
  'told',
  'words',
]);
/** The same for members of objects: columns of tables, choices of fields. */
const textMembers = new Set(['header', 'hint', 'label', 'words', 'what', 'todo', 'title']);
/** The same in every language. */
const names = new Set(['Dragoman', 'HTML', 'UTC', 'XML', 'X-Request-Id', 'apertium', 'en', 'es']);
/** Addresses of the web and of mail, in examples. */
const address = /^(https:\/\/|\S+@)\S+$/;
const letters = /\p{L}{2}/u;

export function literalTexts(file: string): string[] {
  const source = parse(file);
  const found: string[] = [];
  const add = (node: ts.Node, text: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push(`${file}:${line + 1}: ${text.trim()}`);
  };
  const check = (node: ts.Node | undefined) => {
    for (const literal of resultsOf(node)) if (isText(literal.text)) add(literal.node, literal.text);
  };
  const visit = (node: ts.Node): void => {
    if (readCall(node) !== undefined && isAtTopLevel(node))
      add(
        node,
        'a text that is read when the file is loaded stays in the first language: read it in a function',
      );
    if (ts.isJsxText(node) && isText(node.text) && !isCode(node.parent)) add(node, node.text);
    if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent) && !isCode(node.parent))
      check(node.expression);
    if (ts.isJsxAttribute(node) && textAttributes.has(node.name.getText(source))) check(node.initializer);
    if (ts.isPropertyAssignment(node) && textMembers.has(node.name.getText(source))) check(node.initializer);
    // Default values of parameters: `function A({ label = 'Name' })`.
    if ((ts.isBindingElement(node) || ts.isParameter(node)) && textAttributes.has(node.name.getText(source)))
      check(node.initializer);
    // A word for a value that is missing: `t('… {reason}', { reason: error?.message ?? 'No reason.' })`.
    if (ts.isPropertyAssignment(node) && isValueOfMessage(node)) check(node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isText(text: string): boolean {
  return letters.test(text) && !names.has(text.trim()) && !address.test(text.trim());
}

/** Code is the same in every language. */
function isCode(node: ts.Node): boolean {
  return ts.isJsxElement(node) && /^(code|pre)$/.test(node.openingElement.tagName.getText());
}

function isValueOfMessage(node: ts.PropertyAssignment): boolean {
  const { parent } = node.parent;
  return readCall(parent)?.values === node.parent;
}

function isAtTopLevel(node: ts.Node): boolean {
  for (let parent = node.parent; parent !== undefined; parent = parent.parent)
    if (ts.isFunctionLike(parent)) return false;
  return true;
}

/** The literals that an expression may evaluate to. */
function resultsOf(node: ts.Node | undefined): { node: ts.Node; text: string }[] {
  if (node === undefined) return [];
  if (ts.isJsxExpression(node) || ts.isParenthesizedExpression(node) || ts.isAsExpression(node))
    return resultsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...resultsOf(node.whenTrue), ...resultsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node))
    return [...resultsOf(node.left), ...resultsOf(node.right)].filter(() =>
      /^(&&|\|\||\?\?|\+)$/.test(node.operatorToken.getText()),
    );
  if (ts.isArrowFunction(node)) return ts.isBlock(node.body) ? [] : resultsOf(node.body);
  if (ts.isStringLiteralLike(node)) return [{ node, text: node.text }];
  if (ts.isTemplateExpression(node))
    return [
      { node, text: [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ') },
    ];
  return [];
}
