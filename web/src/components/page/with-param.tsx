import type { ComponentType } from 'react';
import { useParams } from 'react-router';

/** A page about the thing whose id is in its path. It starts afresh for each id. */
export const withParam = (name: string, Content: ComponentType<{ id: string }>) =>
  function Component() {
    const { [name]: id = '' } = useParams();
    return <Content key={id} id={id} />;
  };
