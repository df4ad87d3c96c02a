import { memo } from 'react';
import { Select } from '../../components/select.tsx';
import { t, tIn } from '../../lib/messages.ts';
import type { Translating } from './use-translate.ts';

/** What else a translation depends on. A choice without choices is left out. */
export const OptionRow = memo(function OptionRow({ options, style }: Pick<Translating, 'options' | 'style'>) {
  const { formality, glossary, glossaries, wish } = options;
  return (
    <div className="row row-fields sheet-options">
      <Select
        label={t('Formality')}
        choices={[
          { value: '', label: tIn('formality', 'Default') },
          { value: 'prefer_more', label: t('More formal') },
          { value: 'prefer_less', label: t('Less formal') },
        ]}
        value={formality}
        onChange={(formality) => wish({ formality })}
      />
      {glossaries.length > 0 && (
        <Select
          label={t('Glossary')}
          choices={[
            { value: '', label: tIn('glossary', 'None') },
            ...glossaries.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={glossary?.id ?? ''}
          onChange={(glossary) => wish({ glossary })}
        />
      )}
      {style.offered.length > 0 && (
        <Select
          label={t('Style rules')}
          choices={[
            { value: '', label: tIn('style rules', 'None') },
            ...style.offered.map(({ style_id, name }) => ({ value: style_id, label: name })),
          ]}
          value={style.chosen?.style_id ?? ''}
          onChange={style.choose}
        />
      )}
    </div>
  );
});
