/** Translates a text with this glossary and shows which terms were applied. */

import { useMutation } from '@tanstack/react-query';
import { Languages } from 'lucide-react';
import { useState } from 'react';
import { answered, at, client } from '../../../api/client.ts';
import type { TryOutAnswer } from '../../../api/queries.ts';
import { asUnconfirmedCall } from '../../../api/use-change.ts';
import { AnswerFacts } from '../../../components/answer-facts.tsx';
import { Button } from '../../../components/button.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { TextArea } from '../../../components/field.tsx';
import { Form } from '../../../components/form.tsx';
import { Failure, Notice } from '../../../components/notice.tsx';
import { inSlices } from '../../../lib/in-slices.ts';
import { languageName } from '../../../lib/language-names.ts';
import { markApplied, type Piece } from '../../../lib/mark-terms.ts';
import { Message } from '../../../lib/message.tsx';
import { t } from '../../../lib/messages.ts';
import type { DictionaryPlace } from '../dictionary-exchange.ts';
import type { Draft } from '../draft/draft.ts';
import { findUnapplied, type Unapplied } from './unapplied-terms.ts';

interface Tried {
  readonly text: string;
  readonly answer: TryOutAnswer;
  readonly unapplied: readonly Unapplied[];
}

export function TryPanel({ draft, place }: { draft: Draft; place: DictionaryPlace }) {
  const [text, setText] = useState('');
  const isSaved = draft.saved.version !== undefined;
  const tryOut = useMutation({ mutationFn: () => translate(draft, place, text) });
  if (!isSaved) return <Notice>{t('Save the first terms, then try them here on a text of yours.')}</Notice>;
  return (
    <>
      {draft.isDirty && (
        <Notice kind="warn">{t('Your unsaved changes are not applied here. Save them to try them.')}</Notice>
      )}
      <Form onSubmit={tryOut.mutate}>
        <TextArea
          label={t('Text in {source}', { source: languageName(place.source) })}
          className="input try-text"
          required
          placeholder={t('Type or paste a text with terms of this glossary')}
          value={text}
          onChange={setText}
        />
        <div className="row">
          <Button kind="main" icon={Languages} type="submit" needs="call" disabled={tryOut.isPending}>
            {t('Translate')}
          </Button>
          <span className="quiet small">{t('It is charged like a call in the playground.')}</span>
        </div>
      </Form>
      <Failure error={tryOut.error} />
      {tryOut.data !== undefined && <WhatBecameOfIt tried={tryOut.data} />}
    </>
  );
}

async function translate(draft: Draft, place: DictionaryPlace, text: string): Promise<Tried> {
  const answer = await answered(
    client.POST('/api/teams/{team}/translate', {
      ...at({ team: place.team }),
      body: { text: [text], source_lang: place.source, target_lang: place.target, glossary_id: place.id },
    }),
  ).catch(asUnconfirmedCall);
  const applied = (answer.translations[0]?.glossary_terms ?? []).map(({ source }) => source);
  return { text, answer, unapplied: await inSlices(findUnapplied(draft.rows, text, applied)) };
}

function WhatBecameOfIt({ tried: { text, answer, unapplied } }: { tried: Tried }) {
  const [translation] = answer.translations;
  const terms = translation?.glossary_terms ?? [];
  const sources = markApplied(
    text,
    terms.map(({ source }) => source),
  );
  const targets = markApplied(
    translation?.text ?? '',
    terms.map(({ target }) => target),
  );
  return (
    <>
      <div className="two">
        <Marked label={t('Text')} pieces={sources} testId="marked-source" />
        <Marked label={t('Translation')} pieces={targets} testId="marked-target" />
      </div>
      {terms.length === 0 ? (
        <Notice kind="warn">{t('No term of this glossary was applied to this text.')}</Notice>
      ) : (
        <DataTable
          hasCards={false}
          label={t('Applied terms')}
          rows={[...Map.groupBy(terms, ({ source, target }) => `${source}\t${target}`).values()]}
          keyOf={([first]) => `${first?.source}\t${first?.target}`}
          columns={[
            { header: t('Applied term'), className: 'wrap', cell: ([first]) => first?.source },
            { header: t('In the translation'), className: 'wrap', cell: ([first]) => first?.target },
            { header: t('Times'), kind: 'number', cell: (same) => same.length },
          ]}
        />
      )}
      {unapplied.length > 0 && (
        <Notice kind="warn">
          <p>{t('Similar terms that were not applied:')}</p>
          <ul className="plain-list" aria-label={t('Not applied')}>
            {unapplied.map(({ source, reason }) => (
              <li key={source}>
                <Message
                  text="{term}: {reason}"
                  values={{ term: <strong className="wrap">{source}</strong>, reason }}
                />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <AnswerFacts answer={answer} nameOf={languageName} />
    </>
  );
}

function Marked({ label, pieces, testId }: { label: string; pieces: readonly Piece[]; testId: string }) {
  return (
    <div className="field">
      <span className="label">{label}</span>
      <div className="output" data-testid={testId}>
        {pieces.map(({ text, isTerm }, i) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece of text has no identity but its position
          isTerm ? <mark key={i}>{text}</mark> : <span key={i}>{text}</span>,
        )}
      </div>
    </div>
  );
}
