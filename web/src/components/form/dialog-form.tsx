import { type ComponentProps, useState } from 'react';
import { Notice } from '@/components/ui/notice';
import { getErrorMessage, UNREACHABLE } from '@/lib/api-client';
import { Form } from './form';

type Values = Record<string, unknown>;

interface DialogFormProps<V extends Values> extends Omit<ComponentProps<typeof Form<V>>, 'onFailure'> {
  /** Returns what to tell the user about a failure. */
  getMessage?: (error: unknown) => string;
}

/** A form that shows failures itself: while a dialog is open, screen readers do not reach notices outside it. */
export function DialogForm<V extends Values>({
  getMessage = (error) => getErrorMessage(error, UNREACHABLE),
  onSubmit,
  children,
  ...form
}: DialogFormProps<V>) {
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <Form<V>
      {...form}
      onFailure={(error) => setFailure(getMessage(error))}
      onSubmit={async (values, helpers) => {
        setFailure(null);
        await onSubmit(values, helpers);
      }}
    >
      {failure === null ? null : <Notice tone="danger">{failure}</Notice>}
      {children}
    </Form>
  );
}
