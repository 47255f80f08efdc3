import { without, withoutFunctions, withoutPrototype } from './without.ts';

/**
 * Saves 18 kB on every page. Functions of React DOM for features that this application doesn't use. Biome refuses an import of these
 * (`noRestrictedImports`), and `npm run layers` their elements and properties, and an import of a whole package, whose use Biome can't
 * see. A function may be listed if nothing calls it without its feature, or if it then does nothing and returns nothing that its caller
 * needs. `getParentHydrationBoundary` isn't: an event on an element that React didn't render needs its answer. Nor is `useMemoCache`,
 * which code of React's compiler would call without an import.
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
  ...['preinitModuleScript', 'preconnectAs', 'accumulateSuspenseyCommitOnFiber'],
  // useActionState(), useOptimistic(), useTransition(), transitions that wait for a promise, and unstable_useCacheRefresh().
  ...['mountActionState', 'updateActionStateImpl', 'rerenderActionState', 'updateOptimisticImpl'],
  ...['dispatchOptimisticSetState', 'startTransition', 'entangleAsyncAction', 'refreshCache'],
  // <form action={function}>, useFormStatus() and requestFormReset().
  ...['extractEvents$1', 'TransitionAwareHostComponent', 'recursivelyResetForms', 'useHostTransitionStatus'],
  // <Fragment ref={…}>.
  ...['FragmentInstance', 'isFragmentInstanceParent', 'commitNewChildToFragmentInstances'],
  ...['commitFragmentInstanceInsertionEffects', 'commitFragmentInstanceDeletionEffects'],
  // <html>, <head>, <body>, and custom elements.
  ...['resolveSingletonInstance', 'releaseSingletonInstance', 'commitHostSingletonAcquisition', 'isSingletonScope'],
  ...['isCustomElement', 'setPropOnCustomElement'],
  // onSelect, onBeforeInput, and the events of composition.
  ...['constructSelectEvent', 'getNativeBeforeInputChars', 'getFallbackBeforeInputChars', 'getData'],
  ...['isFallbackCompositionEnd', 'getDataFromCustomEvent'],
  // The names of the components above an error, which `componentDidCatch` gets.
  'getStackByFiberInDevAndProd',
  // A sign for transitions that take long, which this version of React doesn't call.
  'defaultOnDefaultTransitionIndicator',
];

/** Leaves out of React DOM what this application never runs. */
export const withoutUnusedOfReact = (code: string): string =>
  without(withoutFunctions(withoutPrototype(code, 'FragmentInstance'), UNUSED), [
    ['exports.hydrateRoot = function', 'const hydrateRoot = function'],
    // Nothing that was rendered waits for style sheets or pictures.
    ['return 0 < state.count || 0 < state.imgCount', 'return false'],
  ]);
