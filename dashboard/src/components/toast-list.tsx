import { Check, TriangleAlert, X } from 'lucide-react';
import {
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastBody,
  type UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components/Toast';
import type { ToastContent } from './toast-content.ts';

export function ToastList({ queue }: { queue: ToastQueue<ToastContent> }) {
  return (
    <ToastRegion queue={queue} className="toasts">
      {({ toast }) => (
        <Toast toast={toast} className={`toast toast-${toast.content.kind}`}>
          {toast.content.kind === 'good' ? (
            <Check aria-hidden="true" />
          ) : (
            <TriangleAlert aria-hidden="true" />
          )}
          <ToastBody className="toast-words">
            <Text slot="title">{toast.content.words}</Text>
          </ToastBody>
          <Button slot="close" className="button button-plain">
            <X aria-hidden="true" />
          </Button>
        </Toast>
      )}
    </ToastRegion>
  );
}
