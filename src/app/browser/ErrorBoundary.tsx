import type { ReactNode } from 'react'
import { Component } from 'react'
import { BrokenScreen } from './faults.tsx'

interface Props {
  /** Key of the history entry that is shown; a new entry clears the error. */
  at: string
  children: ReactNode
}

interface State {
  at: string
  isBroken: boolean
}

/**
 * Shows a message in place of a page that throws, until another page is opened. React logs the error to the console.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { at: this.props.at, isBroken: false }

  static getDerivedStateFromError(): Partial<State> {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ at }: Props, state: State): State | null {
    return at === state.at ? null : { at, isBroken: false }
  }

  override render() {
    return this.state.isBroken ? <BrokenScreen /> : this.props.children
  }
}
