/** The dialogs of the keys page, which are loaded when the first one is opened. */
import type { Key, Team } from '../../api/queries.ts';
import { CreateKeyDialog } from '../../components/create-key-dialog.tsx';
import type { KeyAction } from './key-table.tsx';
import { LimitKeyDialog } from './limit-key-dialog.tsx';
import { RenameKeyDialog } from './rename-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

export type OpenDialog = { action: 'create' } | { action: KeyAction; key: Key };

const dialogs = {
  rename: RenameKeyDialog,
  limit: LimitKeyDialog,
  rotate: RotateKeyDialog,
  revoke: RevokeKeyDialog,
};

interface KeyDialogsProps {
  readonly team: Team;
  readonly open: OpenDialog;
  readonly onClose: () => void;
}

export function KeyDialogs({ team, open, onClose }: KeyDialogsProps) {
  if (open.action === 'create') return <CreateKeyDialog team={team} onClose={onClose} />;
  const Dialog = dialogs[open.action];
  return <Dialog team={team} subject={open.key} onClose={onClose} />;
}
