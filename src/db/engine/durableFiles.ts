import { fdatasyncSync, fsyncSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { EXIT } from './messages.ts'

type Init = Parameters<NodeFS['init']>
type Options = Init[1]

/** The parts of Emscripten's file system that this module uses. */
interface FileNode {
  mode: number
}
interface Stream {
  nfd: number
  node: FileNode
}
type Operation = (first: never, ...more: never[]) => unknown
interface Files {
  FS: { isDir: (mode: number) => boolean }
  NODEFS: {
    stream_ops: { write: Operation; fsync?: (stream: Stream) => number }
    node_ops: { setattr: Operation }
  }
}

/**
 * PGlite's file system on the host, with an fsync that reaches the disk. PGlite's own fsync returns success and does
 * nothing (pglite#1107), so that a power failure loses everything since the last write-back or leaves a database that
 * cannot be opened. With this class PostgreSQL's write order holds: WAL before the response, pages before the
 * checkpoint record.
 */
export class DurableFiles extends NodeFS {
  /**
   * During opening: the files written so far; null afterwards. Recovery syncs all of about a thousand files, which
   * `syncTree` has just flushed, so only these need a sync.
   */
  #writtenSince: Set<FileNode> | null = new Set()

  override async init(pg: Init[0], options: Options): Promise<{ emscriptenOpts: Options }> {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun = [emscriptenOpts.preRun ?? []].flat()
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...preRun, (module: object) => this.#reachTheDisk(module as Files)],
        // PGlite would swallow the exception and loop endlessly.
        onAbort: () => process.exit(EXIT.aborted),
      } as Options,
    }
  }

  /** Ends the opening phase: from now on every fsync reaches the disk. */
  endOpening(): void {
    this.#writtenSince = null
  }

  #reachTheDisk({ FS, NODEFS }: Files): void {
    const { write } = NODEFS.stream_ops
    const { setattr } = NODEFS.node_ops
    NODEFS.stream_ops.write = (stream: Stream, ...more: never[]) => {
      this.#writtenSince?.add(stream.node)
      return write(stream as never, ...more)
    }
    NODEFS.node_ops.setattr = (node: FileNode, ...more: never[]) => {
      this.#writtenSince?.add(node)
      return setattr(node as never, ...more)
    }
    NODEFS.stream_ops.fsync = ({ nfd, node }) => {
      // fdatasync is enough for a file's data; only a full fsync guarantees the entries of a folder.
      if (FS.isDir(node.mode)) exitOnFailure(() => fsyncSync(nfd))
      else if (this.#writtenSince?.has(node) ?? true) exitOnFailure(() => fdatasyncSync(nfd))
      return 0
    }
  }
}

/**
 * Runs a sync and exits the process if it fails: after a failed sync the operating system may drop the pages that it
 * could not write and report the next sync as successful.
 */
export function exitOnFailure(sync: () => void, exit: (code: number) => void = process.exit): void {
  try {
    sync()
  } catch (error) {
    process.stderr.write(`内置数据库：磁盘没有写成功（${(error as Error).message}）。\n`)
    exit(EXIT.diskFailed)
  }
}
