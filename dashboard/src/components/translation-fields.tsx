import { useRecent } from '../state/recent.ts';
import type { TranslationOptions } from '../state/translation-options.ts';
import { ComboBox } from './combo-box.tsx';
import { Select } from './select.tsx';

const formalities = [
  { value: '', label: 'Default' },
  { value: 'prefer_more', label: 'More formal' },
  { value: 'prefer_less', label: 'Less formal' },
] as const;

/** Form fields of the translation options. */
export function TranslationFields({ options }: { options: TranslationOptions }) {
  const { wish, target, targets, source, formality, glossary } = options;
  const recent = { source: useRecent('source-languages'), target: useRecent('target-languages') };
  const toChoice = ({ code, name }: { code: string; name: string }) => ({ value: code, label: name });
  const glossaries = options.glossaries.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <ComboBox
        label="From"
        choices={[{ value: '', label: 'Detect' }, ...(target?.sources.map(toChoice) ?? [])]}
        value={source}
        recent={recent.source.values}
        recentLabel="Recent"
        empty="No language has this name."
        onChange={(source) => {
          if (source !== '') recent.source.add(source);
          wish({ source });
        }}
      />
      <ComboBox
        label="To"
        choices={targets.map(toChoice)}
        value={target?.code ?? ''}
        recent={recent.target.values}
        recentLabel="Recent"
        empty="No language has this name."
        onChange={(target) => {
          recent.target.add(target);
          wish({ target });
        }}
      />
      <Select
        label="Formality"
        choices={formalities}
        value={formality}
        onChange={(formality) => wish({ formality })}
      />
      <Select
        label="Glossary"
        disabled={glossaries.length === 0}
        choices={[
          { value: '', label: glossaries.length === 0 ? 'None for this language' : 'None' },
          ...glossaries,
        ]}
        value={glossary?.id ?? ''}
        onChange={(glossary) => wish({ glossary })}
      />
    </>
  );
}
