import { screenKey } from '#app/screenPaths.ts'
import { screens } from '#app/screens.tsx'
import { lazyPart, preloaded } from '#kit/ui/lazyPart.tsx'
import { SignInNotLoaded } from './faults.tsx'
import type { ScreenProps } from './Screen.tsx'

const loadConsole = async () => (await import('./consoleParts.tsx')).consoleParts

/** The parts in which the program is loaded: the sign-in page, or the console with the requested screen. */
export const Console = lazyPart<'Console'>(loadConsole, 'Console')
export const Screen = lazyPart<'Screen', ScreenProps>(loadConsole, 'Screen')
export const SignIn = lazyPart(
  () => import('#people/sign-in/SignInScreen.tsx'),
  'SignInScreen',
  SignInNotLoaded,
)

/** Loads the screen at a path and the parts that it preloads; undefined if it is loaded or there is no such screen. */
export function preloadScreen(path: string): Promise<unknown> | undefined {
  const key = screenKey(path)
  return key && screens[key].preload()?.then(preloaded)
}

/** Starts loading the console and the screen at a path, concurrently and ahead of need. */
export function preloadConsole(path: string): void {
  Console.preload()
  Screen.preload()
  void preloadScreen(path)
}
