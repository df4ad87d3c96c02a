import { useState } from 'react';
import { Message } from '../../lib/message.tsx';
import { t } from '../../lib/messages.ts';
import { Choices } from '../choices.tsx';
import { CopyButton } from '../copy-button.tsx';
import { Dialog } from '../dialog.tsx';
import { FormDialog } from '../form-dialog.tsx';
import { useUncopied } from '../secret-once.tsx';
import { DestinationFields, type DestinationTexts } from './destination-fields.tsx';
import {
  type Destination,
  type Owner,
  useChangeDestination,
  useCreateDestination,
  useDeleteDestination,
  useRotateSecret,
} from './event-queries.ts';
import { kindNames } from './event-words.ts';

interface DialogProps {
  readonly owner: Owner;
  readonly onClose: () => void;
}

interface CreateProps extends DialogProps {
  readonly types: readonly string[];
  /** Whether the server has a mail server. */
  readonly sendsMail: boolean;
}

/** What people usually want to hear of; the audit log is many events. */
const usual = (types: readonly string[]) => types.filter((type) => type !== 'audit.entry');

export function CreateDestinationDialog({ owner, types, sendsMail, onClose }: CreateProps) {
  const create = useCreateDestination(owner);
  const [texts, setTexts] = useState<DestinationTexts>({
    kind: 'webhook',
    name: '',
    address: '',
    event_types: usual(types),
  });
  if (create.data?.secret)
    return <SecretDialog name={create.data.name} secret={create.data.secret} onClose={onClose} />;
  return (
    <FormDialog
      title={t('Add a destination')}
      action={t('Add')}
      isReady={texts.event_types.length > 0}
      isHeld
      change={create}
      onSubmit={() =>
        create.mutate(texts, {
          onSuccess: ({ secret }) => {
            if (secret === null) onClose();
          },
        })
      }
      onClose={onClose}
    >
      {sendsMail && (
        <Choices
          label={t('Kind')}
          choices={(['webhook', 'mail'] as const).map((value) => ({ value, words: kindNames()[value] }))}
          value={texts.kind}
          onChange={(kind) => setTexts({ ...texts, kind, address: '' })}
        />
      )}
      <DestinationFields texts={texts} onChange={setTexts} types={types} />
    </FormDialog>
  );
}

interface OfDestination extends DialogProps {
  readonly destination: Destination;
}

export function ChangeDestinationDialog({
  owner,
  destination,
  types,
  onClose,
}: OfDestination & { types: readonly string[] }) {
  const change = useChangeDestination(owner, destination);
  const [texts, setTexts] = useState<DestinationTexts>(destination);
  const changes = changedMembers(texts, destination);
  return (
    <FormDialog
      title={t('Change {name}', { name: destination.name })}
      action={t('Save')}
      isReady={texts.event_types.length > 0 && Object.keys(changes).length > 0}
      change={change}
      onSubmit={() => change.mutate(changes, { onSuccess: onClose })}
      onClose={onClose}
    >
      <DestinationFields
        texts={texts}
        onChange={setTexts}
        // A type that is no longer offered stays until it is taken away.
        types={[...new Set([...types, ...destination.event_types])]}
      />
    </FormDialog>
  );
}

/** Only what the form changes, so that nobody else's change is reverted. */
function changedMembers(texts: DestinationTexts, { name, address, event_types }: Destination) {
  const hasOtherEvents = texts.event_types.toSorted().join() !== event_types.toSorted().join();
  return {
    ...(texts.name !== name && { name: texts.name }),
    ...(texts.address !== address && { address: texts.address }),
    ...(hasOtherEvents && { event_types: texts.event_types }),
  };
}

export function DeleteDestinationDialog({
  owner,
  destination,
  onDeleted,
  onClose,
}: OfDestination & { onDeleted: () => void }) {
  const remove = useDeleteDestination(owner, destination);
  return (
    <FormDialog
      title={t('Delete {name}', { name: destination.name })}
      action={t('Delete')}
      kind="bad"
      change={remove}
      // Not a callback of `mutate`: the list without it unmounts this dialog first.
      onSubmit={() => void remove.mutateAsync(undefined).then(onDeleted, () => undefined)}
      words={t("No more events are sent there, and its deliveries are deleted. This can't be undone.")}
      onClose={onClose}
    />
  );
}

export function RotateSecretDialog({ owner, destination, onClose }: OfDestination) {
  const rotate = useRotateSecret(owner, destination);
  const { name } = destination;
  if (rotate.data?.secret) return <SecretDialog name={name} secret={rotate.data.secret} onClose={onClose} />;
  return (
    <FormDialog
      title={t('New secret for {name}', { name })}
      action={t('Create the secret')}
      isHeld
      change={rotate}
      onSubmit={() => rotate.mutate(undefined)}
      words={t('For a day, events are signed with the old and the new secret. Then only the new one counts.')}
      onClose={onClose}
    />
  );
}

interface SecretDialogProps {
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
}

function SecretDialog({ name, secret, onClose }: SecretDialogProps) {
  const uncopied = useUncopied('secret', true, onClose);
  return (
    <Dialog
      title={t('Secret of {name}', { name })}
      actions={
        <CopyButton text={secret} label={t('Copy the secret')} kind="main" onCopied={uncopied.onCopied} />
      }
      cancel={t('Done')}
      onClose={uncopied.close}
    >
      <p>
        <Message text="Events are signed with it, as Standard Webhooks describes. It is shown only now: store it where the receiver reads it, and check <code>webhook-signature</code> with it." />
      </p>
      <code className="secret" data-testid="secret">
        {secret}
      </code>
      {uncopied.question}
    </Dialog>
  );
}
