import type { ReactNode } from 'react'
import { Component } from 'react'
import { Broken } from './faults.tsx'

interface Props {
  /** The entry of the history that is shown. The next one may be whole. */
  at: string
  children: ReactNode
}

interface State {
  at: string
  isBroken: boolean
}

/** Where a page breaks, says so in its place, until another one is opened. React itself writes the error to the console. */
export class BreakBoundary extends Component<Props, State> {
  override state: State = { at: this.props.at, isBroken: false }

  static getDerivedStateFromError(): Partial<State> {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ at }: Props, state: State): State | null {
    return at === state.at ? null : { at, isBroken: false }
  }

  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children
  }
}
