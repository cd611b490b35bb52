import type { ComponentType, ReactNode } from 'react'
import { Component, lazy, useState } from 'react'
import { t } from '#kit/text.ts'
import './lazyPart.css'

/** Specification §9: a page's chunk may take this long. */
const CHUNK_TIMEOUT_MS = 120_000

/** After so many attempts a new page is the better advice: the system may have been updated under this one. */
const TRIES = 2

/** A part of the program that did not load: the network, or a new version has replaced it. */
class ChunkError extends Error {
  /** It may still be on its way. The browser then waits with us, however often it is asked: only a new page asks anew. */
  readonly late: boolean

  constructor(message: string, late: boolean, cause?: unknown) {
    super(message, { cause })
    this.late = late
  }
}

/** A component whose code is loaded when it is first shown, or ahead of that by `preload`. */
export type LazyPart<Props> = ComponentType<Props> & {
  /**
   * Loads the code ahead of need; resolves when it is there, or did not come: showing it tries again. Undefined where it is
   * there already.
   */
  preload: () => Promise<unknown> | undefined
}

/**
 * A part of the program that is loaded when it is first shown; its file exports it under `name`. Stands under a
 * `Suspense`. Where the code does not come, that is said in the part's own place, with a way to try again, and what was
 * typed around it stays. A part that is the whole page brings its own words for that (`missing`).
 */
export function lazyPart<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  missing: ComponentType<MissingProps> = NotLoaded,
): LazyPart<Props> {
  // What has come already is shown as it is: React shows what it has to wait for 300 ms later, however soon it comes.
  let ready: ComponentType<Props> | undefined
  const whole = async () => {
    await bringStyles()
    ready = (await load())[name]
    return ready
  }
  // What a lazy component of generic properties takes is beyond what TypeScript resolves.
  const attempt = () =>
    lazy(async () => ({ default: await inTime(whole) })) as unknown as ComponentType<Props>
  let current = attempt()
  function Part(props: Props) {
    const [{ tries, Current }, show] = useState(() => ({ tries: 0, Current: ready ?? current }))
    const again = () => {
      current = attempt()
      show({ tries: tries + 1, Current: current })
    }
    return (
      <ChunkBoundary key={tries} missing={missing} again={tries < TRIES ? again : undefined}>
        <Current {...props} />
      </ChunkBoundary>
    )
  }
  return Object.assign(Part, {
    preload: () => (ready ? undefined : register(whole().catch(() => undefined))),
  })
}

/** What is being loaded ahead. */
const preloading = new Set<Promise<unknown>>()

function register(load: Promise<unknown>): Promise<unknown> {
  preloading.add(load)
  void load.then(() => preloading.delete(load))
  return load
}

/** Resolves when nothing is being loaded ahead any more, whether it came or not; a part may have others loaded in turn. */
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

/** Style sheets that did not come. Those that the page itself names have come, or not, before this runs. */
const lost = new Set(
  [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(({ sheet }) => !sheet),
)
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') lost.add(target)
  },
  true,
)

/** Asks again for the style sheets that did not come: the build's loader asks for each only once a page. */
async function bringStyles(): Promise<void> {
  const links = [...lost]
  lost.clear()
  await Promise.all(links.map(bring))
}

function bring(link: HTMLLinkElement): Promise<unknown> {
  const fresh = link.cloneNode() as HTMLLinkElement
  const brought = new Promise((resolve, reject) => {
    fresh.addEventListener('load', resolve)
    fresh.addEventListener('error', reject)
  })
  link.replaceWith(fresh)
  return brought
}

export interface MissingProps {
  /** Tries once more in place; absent where that has been done often enough. */
  again: (() => void) | undefined
}

interface BoundaryProps extends MissingProps {
  missing: ComponentType<MissingProps>
  children: ReactNode
}

/** Catches that a part did not load, and nothing else. */
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

/** The part may be a window, whose place in the page is below everything. */
function bringIntoView(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: 'nearest' })
}

/** Stands without the parts of antd, which may be what did not load. */
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
