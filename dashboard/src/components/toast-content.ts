export interface ToastContent {
  readonly words: string;
  readonly kind: 'good' | 'bad';
}
