import { ChurnList } from './ChurnList.tsx'

/** 店铺流失: stores that are being lost, were lost, or came back. */
export function StoreChurnScreen() {
  return <ChurnList subject="store" />
}
