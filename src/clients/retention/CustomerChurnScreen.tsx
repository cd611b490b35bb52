import { ChurnList } from './ChurnList.tsx'

/** 客户流失: customers that are being lost, were lost, or came back. */
export function CustomerChurnScreen() {
  return <ChurnList subject="customer" />
}
