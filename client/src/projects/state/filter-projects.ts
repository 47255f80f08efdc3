import { mapData } from '../../core/store/loadable';
import type { ProjectFilter } from './project-filter';
import { loadProjects, matchingProjects, useProjectList } from './projects';

/** Changes the filter: what is loaded is narrowed at once, the server's answer follows. */
export async function setProjectFilter(filter: ProjectFilter): Promise<void> {
  useProjectList.setState({ filter });
  await Promise.all([loadProjects(), narrow(filter)]);
}

/** Takes off the list what does not match, unless the reader has typed on or the answer has come. */
async function narrow(filter: ProjectFilter): Promise<void> {
  const before = useProjectList.getState();
  const matches = await matchingProjects([...(before.list.data ?? []), ...before.fresh], filter);
  useProjectList.setState((state) => {
    if (matches === null || state.filter !== filter) return state;
    const isUnderWay = state.list.status === 'loading';
    return {
      list: isUnderWay ? mapData(state.list, (ids) => ids.filter((id) => matches.has(id))) : state.list,
      fresh: state.fresh.filter((id) => matches.has(id) || !before.fresh.includes(id)),
    };
  });
}
