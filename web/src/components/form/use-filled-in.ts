import { useFormikContext } from 'formik';
import { type RefObject, useEffect, useRef } from 'react';

const TEXT_INPUTS = new Set(['text', 'email', 'tel', 'password', 'search', 'url', 'number']);

/** As Formik reads an input. */
const readInput = ({ type, value, valueAsNumber }: HTMLInputElement): string | number =>
  type === 'number' && value !== '' ? valueAsNumber : value;

/**
 * Inputs may hold what the form's values lack: typed while the prerendered page was waiting for its scripts, or filled in
 * by a password manager that fires no events. The next rendering would overwrite it. Returns a function that takes it
 * over; it must be called before any other change of the form.
 */
export function useFilledIn(form: RefObject<HTMLFormElement | null>) {
  const { values, setValues } = useFormikContext<Record<string, unknown>>();
  const hasRun = useRef(false);

  /** @param changing the input whose change the form is about to handle itself */
  const takeOver = async (changing?: EventTarget): Promise<void> => {
    const filledIn = [...(form.current?.elements ?? [])].flatMap((element) =>
      element instanceof HTMLInputElement &&
      element !== changing &&
      TEXT_INPUTS.has(element.type) &&
      element.name in values &&
      element.value !== String(values[element.name])
        ? [[element.name, readInput(element)] as const]
        : [],
    );
    if (filledIn.length > 0) await setValues({ ...values, ...Object.fromEntries(filledIn) });
  };

  useEffect(() => {
    if (hasRun.current) return;
    hasRun.current = true;
    void takeOver();
  });
  return takeOver;
}
