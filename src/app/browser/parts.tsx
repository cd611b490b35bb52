import { screenKey } from '#app/screenPaths.ts'
import { screens } from '#app/screens.tsx'
import { lazyPart, preloaded } from '#kit/ui/lazyPart.tsx'
import { NoSignIn } from './faults.tsx'

/** The parts that the program is loaded in: the door, or the console with the screen that was asked for. */
export const Console = lazyPart(() => import('./Console.tsx'), 'Console')
export const Screen = lazyPart(() => import('./Screen.tsx'), 'Screen')
export const SignIn = lazyPart(() => import('#people/sign-in/SignInScreen.tsx'), 'SignInScreen', NoSignIn)

/** Loads the screen at an address, with what it loads ahead itself; undefined where it is there, or there is none. */
export function preloadScreen(path: string): Promise<unknown> | undefined {
  const key = screenKey(path)
  return key && screens[key].preload()?.then(preloaded)
}

/** Loads the console and the screen at an address, all at once and ahead of need. */
export function preloadConsole(path: string): void {
  Console.preload()
  Screen.preload()
  void preloadScreen(path)
}
