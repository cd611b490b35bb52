export const priceTrials: Record<string, string> = {
  试算: 'Trial',
  试算新价: 'Try a price',
  试算月份: 'Month to try',
  '试算：该月按新价': 'Try: that month at the new price',
  试算结果: 'What the trial found',
  现价: 'Present price',
  新价: 'New price',
  现价合计: 'At present prices',
  新价合计: 'At the new price',
  有缺项: 'Incomplete',
  没有计费方式: 'No terms',
  不选则为全部店铺: 'All stores unless you choose one',
  '当月实际出账 {money}': 'Billed that month: {money}',
  '{month} 没有服务天数，没有可比的金额。': 'No served days in {month}: there is nothing to compare.',
  '按该月的服务天数和数据，把现价和新价各算一遍；只是试算，不会改计费方式，也不会生成账单。':
    'Works out the month at present prices and at the new one, from its served days and figures. Nothing is changed and no bill is written.',
  '{month} 没有可以试算的店铺': 'No store to try in {month}',
  '只试算该月有服务的店铺。': 'Only stores that were served in that month are tried.',
  '{n} 家店铺有缺项，缺的数据按没有计，金额可能偏低。':
    'Figures are missing for {n} {n:store|stores} and count as nothing: amounts may be too low.',
  '下面是差额最大的 {n} 家，合计含全部 {all} 家。':
    'Below are the {n} {n:store|stores} with the largest difference; the sums cover all {all}.',
  '{more} 家增加，{less} 家减少，{same} 家不变': '{more} up, {less} down, {same} unchanged',
  '服务 {n} 天；现价：{price}': 'Served {n} {n:day|days}. At present: {price}',
  '一次最多试算 {n} 家店铺，请按客户试算。':
    'A trial covers {n} {n:store|stores} at most. Try one customer at a time.',
  '有店铺按现价或新价算出的金额过大，请核对单价。':
    'At the present or the new price a store comes to more than a bill can hold. Please check the prices.',
  '正在试算的人较多，请稍后再试。': 'Several people are running trials. Please try again in a moment.',
}
