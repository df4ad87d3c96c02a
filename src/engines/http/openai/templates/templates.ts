import type { TemplateName } from '../../../../config/openai-settings.ts';
import { hyMt } from './hy-mt.ts';
import { json } from './json.ts';
import { plain } from './plain.ts';
import type { Template } from './template.ts';
import { translategemma, translategemmaDelimiters } from './translategemma.ts';

export const templates: Readonly<Record<TemplateName, Template>> = {
  json,
  plain,
  'hy-mt': hyMt,
  translategemma,
  'translategemma-delimiters': translategemmaDelimiters,
};
