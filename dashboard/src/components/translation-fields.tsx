import { t } from '../lib/messages.ts';
import { useRecent } from '../state/recent.ts';
import type { TranslationOptions } from '../state/translation-options.ts';
import { FormalitySelect, GlossarySelect, LanguageBox, toChoice } from './translation-selects.tsx';

/** Form fields of the translation options. */
export function TranslationFields({ options }: { options: TranslationOptions }) {
  const { wish, target, targets, source } = options;
  const recent = { source: useRecent('source-languages'), target: useRecent('target-languages') };
  return (
    <>
      <LanguageBox
        label={t('From')}
        choices={[{ value: '', label: t('Detect') }, ...options.sources.map(toChoice)]}
        value={source}
        recent={recent.source.values}
        onChange={(source) => {
          if (source !== '') recent.source.add(source);
          wish({ source });
        }}
      />
      <LanguageBox
        label={t('To')}
        choices={targets.map(toChoice)}
        value={target?.code ?? ''}
        recent={recent.target.values}
        onChange={(target) => {
          recent.target.add(target);
          wish({ target });
        }}
      />
      <FormalitySelect options={options} />
      <GlossarySelect options={options} />
    </>
  );
}
