import { without, withoutFunctions } from './without.ts';

/**
 * Functions of React DOM that only run for features that this application doesn't use. Biome refuses an import of these features
 * (`noRestrictedImports`), so a page can't miss them. A function may be listed if every way to it depends on its feature; one that also
 * answers other callers may not, as `getParentHydrationBoundary`.
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
  without(withoutFunctions(code, UNUSED), [['exports.hydrateRoot = function', 'const unused = function']]);
