import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react'
import { t } from '#kit/text.ts'

/** Specification §9: time limit for loading a chunk. */
const CHUNK_TIMEOUT_MS = 120_000

/** After this many attempts the user should reload the page: the system may have been updated. */
const MAX_ATTEMPTS = 2

/** A part of the program failed to load: the network failed, or a new version has replaced it. */
class ChunkError extends Error {
  /**
   * True after a timeout. The browser waits for the same request however often it is repeated; only a new page sends it
   * again.
   */
  readonly late: boolean

  constructor(message: string, late: boolean, cause?: unknown) {
    super(message, { cause })
    this.late = late
  }
}

/** A component whose code is loaded when it is first shown, or earlier by `preload`. */
export type LazyPart<Props> = ComponentType<Props> & {
  /**
   * Loads the code ahead of need. Resolves when it is loaded or has failed; showing the part tries again. Undefined if
   * it is loaded already.
   */
  preload: () => Promise<unknown> | undefined
}

/**
 * A lazily loaded part of the program, which its file exports under `name`. Needs a `Suspense` around it. If the code
 * fails to load, the part shows a message with a retry button, and input around it is not lost. A part that is the
 * whole page supplies its own message (`missing`).
 */
export function lazyPart<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  missing: ComponentType<MissingProps> = NotLoaded,
): LazyPart<Props> {
  // A loaded part is rendered directly: React delays content that it has to wait for by 300 ms, however soon it
  // arrives.
  let ready: ComponentType<Props> | undefined
  const loadWithStyles = async () => {
    await reloadStylesheets()
    ready = (await load())[name]
    return ready
  }
  // TypeScript cannot resolve the props of a lazy component with generic properties.
  const createLazy = () =>
    lazy(async () => ({ default: await inTime(loadWithStyles) })) as unknown as ComponentType<Props>
  let current = createLazy()
  function Part(props: Props) {
    const [{ tries, Current }, show] = useState(() => ({ tries: 0, Current: ready ?? current }))
    const again = () => {
      current = createLazy()
      show({ tries: tries + 1, Current: current })
    }
    return (
      <ChunkBoundary key={tries} missing={missing} again={tries < MAX_ATTEMPTS ? again : undefined}>
        <Current {...props} />
      </ChunkBoundary>
    )
  }
  return Object.assign(Part, {
    preload: () => (ready ? undefined : register(loadWithStyles().catch(() => undefined))),
  })
}

/** The loads in progress that `preload` started. */
const preloading = new Set<Promise<unknown>>()

function register(load: Promise<unknown>): Promise<unknown> {
  preloading.add(load)
  void load.then(() => preloading.delete(load))
  return load
}

/** Resolves when no preload is in progress, whether they succeeded or not; a part may start further preloads. */
export async function preloaded(): Promise<void> {
  while (preloading.size > 0) await Promise.all(preloading)
}

async function inTime<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ChunkError(`chunk timeout of ${CHUNK_TIMEOUT_MS}ms`, true)),
      CHUNK_TIMEOUT_MS,
    )
  })
  try {
    return await Promise.race([load(), late])
  } catch (cause) {
    throw cause instanceof ChunkError ? cause : new ChunkError('chunk failed to load', false, cause)
  } finally {
    clearTimeout(timer)
  }
}

/** Stylesheets that failed to load. Those in the page itself have loaded or failed before this code runs. */
const failedStylesheets = new Set(
  [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(({ sheet }) => !sheet),
)
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStylesheets.add(target)
  },
  true,
)

/** Retries failed stylesheets: the build's loader requests each only once per page. */
async function reloadStylesheets(): Promise<void> {
  const links = [...failedStylesheets]
  failedStylesheets.clear()
  await Promise.all(links.map(reloadStylesheet))
}

function reloadStylesheet(link: HTMLLinkElement): Promise<unknown> {
  const replacement = link.cloneNode() as HTMLLinkElement
  const reloaded = new Promise((resolve, reject) => {
    replacement.addEventListener('load', resolve)
    replacement.addEventListener('error', reject)
  })
  link.replaceWith(replacement)
  return reloaded
}

export interface MissingProps {
  /** Tries once more in place; absent after too many attempts. */
  again: (() => void) | undefined
}

interface BoundaryProps extends MissingProps {
  missing: ComponentType<MissingProps>
  children: ReactNode
}

/** Catches only failures to load a part. */
class ChunkBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const error: unknown = this.state.error
    if (error === null) return this.props.children
    if (!(error instanceof ChunkError)) throw error
    const Missing = this.props.missing
    return <Missing again={error.late ? undefined : this.props.again} />
  }
}

/** The part may be a window, whose place is at the end of the page. */
function bringIntoView(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: 'nearest' })
}

/** Uses no components of antd, which may be what failed to load. */
function NotLoaded({ again }: MissingProps) {
  return (
    <section className="not-loaded" role="alert" ref={bringIntoView}>
      <h2>{t('这部分没有加载成功')}</h2>
      <p>
        {again
          ? t('网络中断，或系统刚刚更新。页面上已填写的内容还在，请重试。')
          : t('仍然没有收到回应，系统可能刚刚更新。请刷新页面；请先把还没有保存的内容保存或复制下来。')}
      </p>
      {again ? (
        <button type="button" className="plain-button plain-button-main" onClick={again}>
          {t('重试')}
        </button>
      ) : (
        <button type="button" className="plain-button plain-button-main" onClick={() => location.reload()}>
          {t('刷新页面')}
        </button>
      )}
    </section>
  )
}
