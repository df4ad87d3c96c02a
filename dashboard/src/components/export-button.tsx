import { Download } from 'lucide-react';
import { t } from '../lib/messages.ts';
import { Button } from './button.tsx';

interface ExportButtonProps {
  readonly save: { readonly isPending: boolean; readonly mutate: () => void };
  readonly isEmpty: boolean;
}

/** Saves the list of a page as a file. */
export function ExportButton({ save, isEmpty }: ExportButtonProps) {
  return (
    <Button icon={Download} disabled={save.isPending || isEmpty} onClick={() => save.mutate()}>
      {save.isPending ? t('Exporting') : t('Export CSV')}
    </Button>
  );
}
