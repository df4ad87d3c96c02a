import { useState } from 'react';
import { type Glossary, type Team, useLanguages } from '../../api/queries.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { Select } from '../../components/select.tsx';
import { formatNumber } from '../../lib/format.ts';
import { languageLabel } from '../../lib/language-names.ts';
import { interfaceLanguage, t, tIn } from '../../lib/messages.ts';
import { pairName } from '../../lib/pair-name.ts';
import { goTo, Link } from '../../state/navigation.tsx';
import { isMember } from '../../state/roles.ts';
import { glossaryAddress, isSamePair, type Pair } from './glossary-address.ts';
import { useDeleteDictionary } from './glossary-queries.ts';

interface PairProps {
  readonly team: Team;
  readonly glossary: Glossary;
}

/** The language pairs of a glossary. A new pair has no dictionary until its first entries are saved. */
export function PairBar({ team, glossary, pair }: PairProps & { pair: Pair | undefined }) {
  const [open, setOpen] = useState<'add' | 'delete'>();
  const close = () => setOpen(undefined);
  const known = glossary.dictionaries.map((one) => ({
    source: one.source_lang,
    target: one.target_lang,
    count: formatNumber(one.entry_count),
  }));
  const isNew = pair !== undefined && !known.some((one) => isSamePair(one, pair));
  const shown = isNew ? [...known, { ...pair, count: tIn('language pair', 'new') }] : known;
  return (
    <div className="row between">
      <nav aria-label={t('Language pairs')} className="row">
        {shown.map((one) => (
          <Link
            key={`${one.source} ${one.target}`}
            className="dictionary-pair"
            href={glossaryAddress(team.id, glossary.id, one)}
            aria-current={pair !== undefined && isSamePair(one, pair) ? 'page' : undefined}
          >
            {pairName(one.source, one.target)} <span className="quiet small">{one.count}</span>
          </Link>
        ))}
      </nav>
      {isMember(team) && (
        <div className="row">
          <Button needs="change" onClick={() => setOpen('add')}>
            {t('Add a language pair')}
          </Button>
          {pair !== undefined && !isNew && (
            <Button kind="plain" needs="change" onClick={() => setOpen('delete')}>
              {t('Delete this pair')}
            </Button>
          )}
        </div>
      )}
      {open === 'add' && <AddPairDialog team={team} glossary={glossary} onClose={close} />}
      {open === 'delete' && pair !== undefined && (
        <DeletePairDialog
          team={team}
          glossary={glossary}
          pair={pair}
          onDeleted={() => {
            close();
            goTo(glossaryAddress(team.id, glossary.id));
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

function AddPairDialog({ team, glossary, onClose }: PairProps & { onClose: () => void }) {
  const languages = useLanguages(team.id);
  const targets = languages.data?.targets ?? [];
  const [wish, setWish] = useState<Partial<Pair>>({});
  const sources = new Map(
    targets.flatMap((target) => target.sources.map(({ code, name }) => [code, languageLabel(code, name)])),
  );
  const source = wish.source ?? (sources.has('EN') ? 'EN' : [...sources.keys()][0]);
  const offered = targets.filter((target) => target.sources.some(({ code }) => code === source));
  const target = offered.find(({ code }) => code === wish.target) ?? offered[0];
  const submit = () => {
    if (source === undefined || target === undefined) return;
    onClose();
    goTo(glossaryAddress(team.id, glossary.id, { source, target: target.code }));
  };
  const byName = (a: { label: string }, b: { label: string }) =>
    a.label.localeCompare(b.label, interfaceLanguage());
  return (
    <FormDialog
      title={t('Add a language pair')}
      action={t('Add')}
      isReady={target !== undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <QueryContent query={languages} loading={t('Loading languages')}>
        {() => (
          <div className="row row-fields">
            <Select
              label={t('From')}
              choices={[...sources].map(([value, label]) => ({ value, label })).toSorted(byName)}
              value={source ?? ''}
              onChange={(source) => setWish({ ...wish, source })}
            />
            <Select
              label={t('To')}
              choices={offered.map(({ code, name }) => ({ value: code, label: languageLabel(code, name) }))}
              value={target?.code ?? ''}
              onChange={(target) => setWish({ ...wish, target })}
            />
          </div>
        )}
      </QueryContent>
    </FormDialog>
  );
}

function DeletePairDialog({
  team,
  glossary,
  pair,
  onDeleted,
  onClose,
}: PairProps & { pair: Pair; onDeleted: () => void; onClose: () => void }) {
  const dictionary = glossary.dictionaries.find((one) =>
    isSamePair({ source: one.source_lang, target: one.target_lang }, pair),
  );
  const remove = useDeleteDictionary(team.id, glossary.id, pair, dictionary?.version ?? 0);
  return (
    <FormDialog
      title={t('Delete {name}', { name: pairName(pair.source, pair.target) })}
      action={t('Delete')}
      kind="bad"
      change={remove}
      // Not a callback of `mutate`: deleting the last pair unmounts this dialog first.
      onSubmit={() => void remove.mutateAsync(undefined).then(onDeleted, () => undefined)}
      words={t(
        '{terms, plural, one {# term} other {# terms}} of {glossary} will no longer be applied. To restore a version, add the pair again.',
        {
          terms: dictionary?.entry_count ?? 0,
          glossary: glossary.name,
        },
      )}
      onClose={onClose}
    />
  );
}
