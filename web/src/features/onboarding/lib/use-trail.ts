import { useLocation, useNavigate } from 'react-router';
import { moveTo, readTrail, START, type Trail } from './trail';
import type { Step } from './steps';

const ADDRESS = '/get-started';

/** Where the visitor stands in the browser's history, and how to go on from there. */
export function useTrail() {
  const navigate = useNavigate();
  const given = readTrail(useLocation().state);
  const trail = given ?? START;

  const write = async (next: Trail, replace: boolean): Promise<void> => {
    await navigate(ADDRESS, { state: { trail: next }, replace });
  };

  const walk = async (step: Step): Promise<void> => {
    const move = moveTo(trail, step);
    if (move.kind === 'go') await navigate(move.by);
    if (move.kind === 'replace') await write(move.trail, true);
    if (move.kind !== 'push') return;
    // The entry that the visitor came with is marked before it is left, so that a reload on it stays on it.
    if (given === null) await write(trail, true);
    await write(move.trail, false);
  };

  return { trail, isMarked: given !== null, walk, mark: (step: Step) => write([step], true) };
}
