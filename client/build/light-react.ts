import { without, withoutFunctions } from './without.ts';

/**
 * Saves 12 kB on every page. Functions of React DOM for features that this application doesn't use. Biome refuses an import of these (`noRestrictedImports`), and
 * `npm run layers` an import of a whole package, whose use Biome can't see. A function may be listed if nothing calls it without its
 * feature, or if it then does nothing and returns nothing that its caller needs. `getParentHydrationBoundary` isn't: an event on an
 * element that React didn't render needs its answer.
 */
const UNUSED = [
  // Pages that a server rendered.
  ...['updateDehydratedSuspenseComponent', 'retryDehydratedSuspenseBoundary', 'mountHostRootWithoutHydrating'],
  ...['popHydrationState', 'canHydrateInstance', 'canHydrateTextInstance', 'canHydrateHydrationBoundary'],
  ...['throwOnHydrationMismatch', 'clearHydrationBoundary', 'hideOrUnhideDehydratedBoundary', 'getNextHydratable'],
  ...['commitSuspenseHydrationCallbacks', 'commitActivityHydrationCallbacks', 'attemptExplicitHydrationTarget'],
  // Events on such a page before its code has run.
  ...['queueIfContinuousEvent', 'clearIfContinuousEvent', 'retryIfBlockedOn', 'markRetryLaneIfNotHydrated'],
  // <ViewTransition>, and pictures that it waits for.
  ...['startViewTransition', 'createViewTransitionInstance', 'getViewTransitionName', 'getViewTransitionClassName'],
  ...['trackEnterViewTransitions', 'commitExitViewTransitions', 'commitNestedViewTransitions'],
  ...['applyViewTransitionToHostInstances', 'restoreViewTransitionOnHostInstances'],
  ...['restoreEnterOrExitViewTransitions', 'restoreNestedViewTransitions'],
  ...['preloadInstanceAndSuspendIfNeeded', 'suspendInstance', 'estimateBandwidth'],
  // <Activity> and <SuspenseList>.
  ...['updateActivityComponent', 'updateSuspenseListComponent', 'cutOffTailIfNeeded'],
  // <title>, <meta>, <link>, <style> and <script> in the page's head. Without the first, they render where they stand.
  ...['isHostHoistableType', 'createHoistableInstance', 'mountHoistable', 'getHydratableHoistableCache'],
  ...['getResource', 'acquireResource', 'suspendResource', 'preloadResourceAndSuspendIfNeeded', 'preloadResource'],
  ...['insertSuspendedStylesheets', 'preload', 'preloadModule', 'preinitScript', 'preinitStyle'],
  ...['preinitModuleScript', 'preconnectAs'],
  // useActionState().
  ...['mountActionState', 'updateActionStateImpl', 'rerenderActionState'],
];

/** Leaves out of React DOM what this application never runs. */
export const withoutUnusedOfReact = (code: string): string =>
  without(withoutFunctions(code, UNUSED), [['exports.hydrateRoot = function', 'const hydrateRoot = function']]);
