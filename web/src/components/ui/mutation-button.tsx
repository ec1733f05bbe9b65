import type { ComponentProps } from 'react';
import { PendingButton } from './button';

interface MutationButtonProps extends Omit<ComponentProps<typeof PendingButton>, 'isPending' | 'onClick'> {
  mutation: { readonly isPending: boolean; readonly mutate: () => void };
}

/** A button that runs a mutation. */
export const MutationButton = ({ mutation, ...button }: MutationButtonProps) => (
  <PendingButton isPending={mutation.isPending} onClick={() => mutation.mutate()} {...button} />
);
