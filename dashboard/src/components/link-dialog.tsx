import { t } from '../lib/messages.ts';
import { CopyButton } from './copy-button.tsx';
import { Dialog } from './dialog.tsx';
import { useUncopied } from './secret-once.tsx';

interface LinkDialogProps {
  readonly title: string;
  readonly token: string;
  readonly hours: number;
  readonly onClose: () => void;
}

/** Shows a link that cannot be shown again. Its token is in the URL fragment, which browsers never send. */
export function LinkDialog({ title, token, hours, onClose }: LinkDialogProps) {
  const link = `${location.origin}/join#${token}`;
  const uncopied = useUncopied('link', true, onClose);
  const copy = <CopyButton text={link} label={t('Copy the link')} kind="main" onCopied={uncopied.onCopied} />;
  return (
    <Dialog title={title} actions={copy} cancel={t('Done')} onClose={uncopied.close}>
      <p>
        {t(
          'Send this link to the person. It works once, expires in {hours, plural, one {# hour} other {# hours}} and is not shown again.',
          { hours },
        )}
      </p>
      <code className="secret" data-testid="secret">
        {link}
      </code>
      {uncopied.question}
    </Dialog>
  );
}
