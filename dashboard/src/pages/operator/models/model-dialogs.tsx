import { useState } from 'react';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Select } from '../../../components/select.tsx';
import { formatMegabytes } from '../../../lib/format.ts';
import { t } from '../../../lib/messages.ts';
import { modelPairName } from '../../../lib/model-pair-name.ts';
import { type ModelOffer, useRequestChange } from './model-queries.ts';
import type { ModelRow } from './model-rows.ts';
import { joinFacts, releaseWord } from './model-words.ts';

interface DialogOfRow {
  readonly row: ModelRow;
  readonly onClose: () => void;
}

const byNode = '';

export function InstallDialog({ row: { pair, offers, installed }, onClose }: DialogOfRow) {
  const change = useRequestChange();
  const [kind, setKind] = useState(byNode);
  const offer = offers.find(({ architecture }) => architecture === kind);
  const submit = () =>
    change.mutate(
      { pair, action: 'pull', ...(kind !== byNode && { architecture: kind }) },
      { onSuccess: onClose },
    );
  return (
    <FormDialog
      title={t('Install {name}', { name: modelPairName(pair) })}
      action={t('Install')}
      change={change}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {installed.length === 0
          ? t('Every node downloads and checks the model, and serves the pair with it without a restart.')
          : t(
              'Every node downloads and checks the model, then it replaces the installed one without a restart.',
            )}
      </p>
      <Select
        label={t('Kind of model')}
        value={kind}
        onChange={setKind}
        choices={[
          { value: byNode, label: t('The best that fits the memory of each node') },
          ...offers.map((each) => ({ value: each.architecture, label: offerLabel(each) })),
        ]}
      />
      {offer?.fits === false && (
        <Notice kind="warn">
          {t('This kind needs {size}, more than the engine may use on this node.', {
            size: formatMegabytes(offer.memory_bytes),
          })}
        </Notice>
      )}
    </FormDialog>
  );
}

function offerLabel({ architecture, release, memory_bytes }: ModelOffer): string {
  const parts = [
    architecture,
    t('{size} memory', { size: formatMegabytes(memory_bytes) }),
    releaseWord(release),
  ];
  return joinFacts(parts);
}

export function RemoveDialog({ row: { pair }, onClose }: DialogOfRow) {
  const change = useRequestChange();
  const name = modelPairName(pair);
  return (
    <FormDialog
      title={t('Remove {name}', { name })}
      action={t('Remove')}
      kind="bad"
      change={change}
      onSubmit={() => change.mutate({ pair, action: 'remove' }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Notice kind="warn">
        {t(
          'New calls use the next engine that has {name}, or are refused if there is none. Calls in progress finish first, so this takes about half a minute.',
          { name },
        )}
      </Notice>
    </FormDialog>
  );
}
