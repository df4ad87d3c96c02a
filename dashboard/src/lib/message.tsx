import { Fragment, type ReactNode } from 'react';
import { isolated, translate } from './messages.ts';

type Wrap = (content: ReactNode) => ReactNode;

/** Tags that need no value. */
const plainTags: Readonly<Record<string, Wrap>> = {
  b: (content) => <b>{content}</b>,
  strong: (content) => <strong>{content}</strong>,
  em: (content) => <em>{content}</em>,
  code: (content) => <code>{content}</code>,
};

interface MessageProps {
  readonly text: string;
  readonly context?: string;
  /** A function wraps the content of the tag of its name: `<link>…</link>`. Anything else is the value of an argument. */
  readonly values?: Readonly<Record<string, ReactNode | Wrap>>;
}

/** A whole sentence with links, code or other elements in it. */
export function Message({ text, context, values = {} }: MessageProps): ReactNode {
  const shown: ReactNode[] = [];
  const given: Record<string, string | number> = {};
  const tags = { ...plainTags };
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'function') tags[name] = value;
    // Counts of plurals have to stay numbers. Other values are put in afterwards: they may contain what looks like a tag.
    else if (typeof value === 'number') given[name] = value;
    else given[name] = `\uE001${shown.push(typeof value === 'string' ? isolated(value) : value) - 1}\uE002`;
  }
  return <>{render(translate(context, text, given), tags, shown)}</>;
}

const part = /<(\w+)>(.*?)<\/\1>|\uE001(\d+)\uE002/gs;

function render(
  words: string,
  tags: Readonly<Record<string, Wrap>>,
  shown: readonly ReactNode[],
): ReactNode[] {
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const match of words.matchAll(part)) {
    const [whole, tag = '', content = '', place] = match;
    if (match.index > end) nodes.push(words.slice(end, match.index));
    end = match.index + whole.length;
    const node = place === undefined ? tags[tag]?.(render(content, tags, shown)) : shown[Number(place)];
    nodes.push(<Fragment key={match.index}>{node}</Fragment>);
  }
  if (end < words.length) nodes.push(words.slice(end));
  return nodes;
}
