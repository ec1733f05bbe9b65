import type { ComponentProps } from 'react';
import { PendingButton } from './button';

type PendingButtonProps = ComponentProps<typeof PendingButton>;

interface MutationButtonProps extends Omit<PendingButtonProps, 'isPending' | 'onClick'> {
  mutation: { readonly isPending: boolean; readonly mutate: () => void };
}

/** A button that runs a mutation. */
export const MutationButton = ({ mutation, ...button }: MutationButtonProps) => (
  <PendingButton isPending={mutation.isPending} onClick={() => mutation.mutate()} {...button} />
);

interface SubmitButtonProps extends Omit<PendingButtonProps, 'isPending' | 'type'> {
  mutation: { readonly isPending: boolean };
}

/** A form's submit button, pending while the form's mutation runs. */
export const SubmitButton = ({ mutation, ...button }: SubmitButtonProps) => (
  <PendingButton type="submit" isPending={mutation.isPending} {...button} />
);
