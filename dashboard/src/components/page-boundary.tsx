import { Component, type ReactNode } from 'react';
import { t } from '../lib/messages.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface PageBoundaryProps {
  readonly children: ReactNode;
  /** In place of the message, for what the page can do without. */
  readonly fallback?: ReactNode;
}

/**
 * Keeps an error in one part of the dashboard from taking away all of it, which React does otherwise. The usual cause is a
 * page whose file is gone, because the server was upgraded while the dashboard was open: reloading helps.
 */
export class PageBoundary extends Component<PageBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    const { children, fallback } = this.props;
    if (!this.state.hasFailed) return children;
    if (fallback !== undefined) return fallback;
    return (
      <Notice kind="bad">
        <p>{t('This page could not be loaded. Reload it; if it fails again, tell the operator.')}</p>
        <Button onClick={() => location.reload()}>{t('Reload the page')}</Button>
      </Notice>
    );
  }
}
