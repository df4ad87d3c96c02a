import type { ReactNode } from 'react';
import { Section } from '../../../components/section.tsx';
import { t } from '../../../lib/messages.ts';

/** In place of a part that did not answer in time. The summary says what to do. */
export function SilentPart() {
  return <p className="warn">{t('This part does not respond.')}</p>;
}

interface PartProps<Data> {
  readonly id: string;
  readonly title: string;
  readonly intro?: string;
  /** Null: it did not answer in time. */
  readonly part: Data | null;
  readonly children: (part: Data) => ReactNode;
}

export function Part<Data>({ part, children, ...section }: PartProps<Data>) {
  return <Section {...section}>{part === null ? <SilentPart /> : children(part)}</Section>;
}
