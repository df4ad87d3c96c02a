import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';

/** A link that cannot be shown again. Its token is in the URL fragment, which browsers never send. */
export function LinkOnce({ token, hours, onClose }: { token: string; hours: number; onClose: () => void }) {
  const link = `${location.origin}/join#${token}`;
  return (
    <>
      <p>Send this link to the person. It works once, expires in {hours} hours and is not shown again.</p>
      <code className="secret">{link}</code>
      <div className="row">
        <CopyButton text={link} label="Copy the link" kind="main" />
        <Button onClick={onClose}>Done</Button>
      </div>
    </>
  );
}
