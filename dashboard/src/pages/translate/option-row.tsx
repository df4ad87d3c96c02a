import { memo } from 'react';
import { FormalitySelect, GlossarySelect, StyleSelect } from '../../components/translation-selects.tsx';
import type { Translating } from './use-translate.ts';

/** What else a translation depends on. A choice without choices is left out. */
export const OptionRow = memo(function OptionRow({ options, style }: Pick<Translating, 'options' | 'style'>) {
  return (
    <div className="row row-fields sheet-options">
      <FormalitySelect options={options} />
      {options.glossaries.length > 0 && <GlossarySelect options={options} />}
      {style.offered.length > 0 && (
        <StyleSelect lists={style.offered} chosen={style.chosen?.style_id} onChange={style.choose} />
      )}
    </div>
  );
});
