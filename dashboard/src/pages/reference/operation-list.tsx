import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { t } from '../../lib/messages.ts';
import { goTo, Link } from '../../state/navigation.tsx';
import type { Operation } from './document.ts';
import { type Group, groupsOf } from './groups.ts';
import { search, searchableOf } from './search.ts';

interface OperationListProps {
  readonly operations: readonly Operation[];
  readonly current: string | undefined;
}

export function pathOfOperation({ operationId }: Operation): string {
  return `/reference/${operationId}`;
}

/** Search and list. By keyboard: "/" goes to the search, the arrows through the list, Enter opens the first one. */
export function OperationList({ operations, current }: OperationListProps) {
  const id = useId();
  const [query, setQuery] = useState('');
  const frame = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const all = useMemo(() => searchableOf(operations), [operations]);
  const { direct, byMember } = search(all, query);
  const groups = groupsOf(direct);
  const first = groups[0]?.operations[0] ?? byMember[0]?.operation;
  useEffect(() => focusOnSlash(field), []);
  const moveFocus = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const stops = [...(frame.current?.querySelectorAll<HTMLElement>('input, a') ?? [])];
    event.preventDefault();
    stops[stops.indexOf(document.activeElement as HTMLElement) + step]?.focus();
  };
  return (
    <nav ref={frame} className="operations" aria-label={t('Operations')} onKeyDown={moveFocus}>
      <form
        className="field"
        onSubmit={(event) => {
          event.preventDefault();
          if (first !== undefined) goTo(pathOfOperation(first));
        }}
      >
        <label className="label" htmlFor={id}>
          {t('Search operations')}
        </label>
        <input
          ref={field}
          id={id}
          type="search"
          className="input"
          autoComplete="off"
          placeholder={t('Name, path, method or member')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </form>
      <p role="status" className={query === '' ? 'visually-hidden' : 'quiet small'}>
        {query !== '' &&
          t('{count, plural, =0 {No operation matches} one {# operation} other {# operations}}', {
            count: direct.length + byMember.length,
          })}
      </p>
      {groups.map((group) => (
        <GroupLinks key={group.id} group={group} current={current} />
      ))}
      {byMember.length > 0 && (
        <div>
          <p className="side-title">{t('By the name of a member')}</p>
          <ul>
            {byMember.map(({ operation, member }) => (
              <OperationLink
                key={operation.operationId}
                operation={operation}
                current={current}
                member={member}
              />
            ))}
          </ul>
        </div>
      )}
    </nav>
  );
}

function focusOnSlash(field: { readonly current: HTMLInputElement | null }): () => void {
  const listen = (event: globalThis.KeyboardEvent) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    field.current?.focus();
  };
  addEventListener('keydown', listen);
  return () => removeEventListener('keydown', listen);
}

function GroupLinks({ group, current }: { group: Group; current: string | undefined }) {
  return (
    <div>
      <p className="side-title">{group.title}</p>
      <ul>
        {group.operations.map((operation) => (
          <OperationLink key={operation.operationId} operation={operation} current={current} />
        ))}
      </ul>
    </div>
  );
}

interface OperationLinkProps {
  readonly operation: Operation;
  readonly current: string | undefined;
  readonly member?: string;
}

function OperationLink({ operation, current, member }: OperationLinkProps) {
  const { operationId, method, summary } = operation;
  return (
    <li>
      <Link
        href={pathOfOperation(operation)}
        aria-current={operationId === current ? 'page' : undefined}
        lang="en"
        dir="ltr"
      >
        <span className={`method method-${method.toLowerCase()}`}>{method}</span>
        <span>
          {summary}
          {member !== undefined && <code className="quiet small"> {member}</code>}
        </span>
      </Link>
    </li>
  );
}
