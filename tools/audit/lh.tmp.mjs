import { launchStack, randomPorts, temporaryStateDir } from '@desk/tool-start';
import { chromium } from 'playwright'; import lighthouse from 'lighthouse'; import { rmSync, writeFileSync } from 'node:fs';
const stateDir = temporaryStateDir('audit'); const stack = await launchStack({ stateDir, ports: await randomPorts() });
const browser = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--remote-debugging-port=9338','--no-sandbox','--disable-gpu','--disable-quic'] });
const N=+(process.argv[3]??3);
for (const path of process.argv[2].split(',')) for (let i=0;i<N;i++){
 const run = await lighthouse(stack.urls.web+path,{onlyCategories:['performance'],formFactor:'mobile',throttlingMethod:'devtools',logLevel:'error',port:9338});
 const a=run.lhr.audits; const v=k=>Math.round(a[k]?.numericValue??-1);
 console.log(path,'score',Math.round(run.lhr.categories.performance.score*100),'fcp',v('first-contentful-paint'),'lcp',v('largest-contentful-paint'),'tbt',v('total-blocking-time'),'si',v('speed-index'),'bench',run.lhr.environment.benchmarkIndex);
 if(i===N-1){ for(const t of a['long-tasks'].details?.items??[]) console.log('   long',t.startTime|0,t.duration|0,t.url.slice(-40)); for(const t of a['mainthread-work-breakdown'].details.items) console.log('   mt',t.group,t.duration|0); for(const t of a['bootup-time'].details.items) console.log('   boot',t.url.slice(-40),t.total|0,'script',t.scripting|0,'parse',t.scriptParseCompile|0);
 for(const t of a['network-requests'].details.items) console.log('   net',(t.networkRequestTime|0),(t.networkEndTime|0),t.transferSize,t.priority,t.url.slice(-40));
 writeFileSync('/tmp/trace-'+path.replaceAll('/','_')+'.json',JSON.stringify(run.artifacts.Trace??run.artifacts.traces?.defaultPass)); }
}
await browser.close(); await stack.stop(); rmSync(stateDir,{recursive:true,force:true});
