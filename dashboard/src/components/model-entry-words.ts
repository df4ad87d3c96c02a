/** Descriptions of what operators did with models, which is in the log of the installation. */
import { t } from '../lib/messages.ts';
import { modelPairName } from '../lib/model-pair-name.ts';

type Details = Readonly<Record<string, unknown>>;

const nameOf = ({ architecture }: Details, model: string) => {
  const pair = modelPairName(model);
  return typeof architecture === 'string' ? `${pair} (${architecture})` : pair;
};

/** The subject of an entry is the name of the model. */
export const modelActions = {
  'model.pull_requested': {
    tell: (d: Details, model: string) => t('Asked to install {name}', { name: nameOf(d, model) }),
  },
  'model.removal_requested': {
    tell: (d: Details, model: string) => t('Asked to remove {name}', { name: nameOf(d, model) }),
  },
  'model.request_cancelled': {
    tell: (d: Details, model: string) => t('Cancelled {name}', { name: nameOf(d, model) }),
  },
};
