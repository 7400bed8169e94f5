/**
 * Service names of TCP and UDP ports: the IANA registry "Service Name and Transport Protocol Port
 * Number", as talosctl prints them.
 *
 * Each table lists names in ascending order of ports, starting after port 0, one port each; `+n name`
 * skips `n` ports first.
 *
 * @module
 */

/** Transport protocols with service names. */
export type PortProtocol = "tcp" | "udp";

let tables: Record<PortProtocol, Map<number, string>> | undefined;
let ports: Map<string, number> | undefined;

/** Returns the service name of a port, or undefined. */
export function portName(protocol: PortProtocol, port: number): string | undefined {
  return loadTables()[protocol].get(port);
}

/** Returns the lowest port of a service name, or undefined. */
export function portOfName(name: string): number | undefined {
  if (ports === undefined) {
    ports = new Map();
    for (const table of Object.values(loadTables())) {
      for (const [port, service] of table) {
        if (port < (ports.get(service) ?? Infinity)) ports.set(service, port);
      }
    }
  }
  return ports.get(name);
}

function loadTables(): Record<PortProtocol, Map<number, string>> {
  if (tables !== undefined) return tables;
  const both = [...parseTable(BOTH)];
  tables = {
    tcp: new Map([...both, ...parseTable(TCP_ONLY)]),
    udp: new Map([...both, ...parseTable(UDP_ONLY)]),
  };
  return tables;
}

function* parseTable(text: string): Generator<[port: number, name: string]> {
  let port = 0;
  for (const item of text.trim().split(/[,\n]/)) {
    const [, gap = "0", name = ""] = /^(?:\+(\d+) )?(.*)$/.exec(item) ?? [];
    port += Number(gap) + 1;
    yield [port, name];
  }
}

const BOTH = `
tcpmux,compressnet,compressnet,+1 rje,+1 echo,+1 discard,+1 systat,+1 daytime,+3 qotd,msp,chargen
ftp-data,ftp,ssh,telnet,+1 smtp,+1 nsw-fe,+1 msg-icp,+1 msg-auth,+1 dsp,+3 time,rap,rlp
+1 graphics,name,nicname,mpm-flags,mpm,mpm-snd,+1 auditd,tacacs,re-mail-ck,+1 xns-time,domain
xns-ch,isi-gl,xns-auth,+1 xns-mail,+3 acas,whoispp,covia,tacacs-ds,sql-net,bootps,bootpc,tftp
gopher,netrjs-1,netrjs-2,netrjs-3,netrjs-4,+1 deos,+1 vettcp,finger,http,+1 xfer,mit-ml-dev,ctf
mit-ml-dev,mfcobol,+1 kerberos,su-mit-tg,dnsix,mit-dov,npp,dcp,objcall,supdup,dixie,swift-rvf
tacnews,metagram,+1 hostname,iso-tsap,gppitnp,acr-nema,cso,3com-tsmux,rtelnet,snagas,pop2,pop3
sunrpc,mcidas,+2 sftp,ansanotify,uucp-path,sqlserv,nntp,cfdptkt,erpc,smakynet,ntp,ansatrader
locus-map,nxedit,locus-con,gss-xlicen,pwdgen,cisco-fna,cisco-tna,cisco-sys,statsrv,ingres-net
epmap,profile,netbios-ns,netbios-dgm,netbios-ssn,emfis-data,emfis-cntl,bl-idm,+1 uma,uaac,iso-tp0
iso-ip,jargon,aed-512,sql-net,hems,bftp,sgmp,netsc-prod,netsc-dev,sqlsrv,knet-cmp,pcmail-srv
nss-routing,sgmp-traps,snmp,snmptrap,cmip-man,cmip-agent,xns-courier,s-net,namp,rsvd,send
print-srv,multiplex,cl-1,xyplex-mux,mailq,vmnet,genrad-mux,xdmcp,nextstep,bgp,ris,unify,audit
ocbinder,ocserver,remote-kis,kis,aci,mumps,qft,gacp,prospero,osu-nms,srmp,irc,dn6-nlm-aud
dn6-smm-red,dls,dls-mon,smux,src,at-rtmp,at-nbp,at-3,at-echo,at-5,at-zis,at-7,at-8,qmtp,z39-50
914c-g,anet,ipx,vmpwscs,softpc,CAIlic,dbase,mpp,uarps,imap3,fln-spx,rsh-spx,cdc,masqdialer
+17 direct,sur-meas,inbusiness,link,dsp3270,subntbcst-tftp,bhfhs,+7 rap,set,+1 esro-gen,openport
nsiiops,arcisdms,hdap,bgmp,x-bone-ctl,sst,td-service,td-replica,manet,+10 http-mgmt,personal-link
cableport-ax,rescap,corerjd,+1 fxp,k-block,+20 novastorbakcup,entrusttime,bhmds,asip-webadmin
vslmp,magenta-logic,opalis-robot,dpsi,decauth,zannet,pkix-timestamp,ptp-event,ptp-general,pip
rtsps,+10 texar,+10 pdap,pawserv,zserv,fatserv,csi-sgwp,mftp,matip-type-a,matip-type-b,dtag-ste-sb
ndsauth,bh611,datex-asn,cloanto-net-1,bhevent,shrinkwrap,nsrmp,scoi2odialog,semantix,srssend
rsvp-tunnel,aurora-cmgr,dtk,odmr,mortgageware,qbikgdp,rpc2portmap,codaauth2,clearcase,ulistproc
legent-1,legent-2,hassle,nip,tnETOS,dsETOS,is99c,is99s,hp-collector,hp-managed-node,hp-alarm-mgr
arns,ibm-app,asa,aurp,unidata-ldm,ldap,uis,synotics-relay,synotics-broker,meta5,embl-ndt,netcp
netware-ip,mptn,kryptolan,iso-tsap-c2,osb-sd,ups,genie,decap,nced,ncld,imsp,timbuktu,prm-sm,prm-nm
decladebug,rmt,synoptics-trap,smsp,infoseek,bnet,silverplatter,onmux,hyper-g,ariel1,smpte,ariel2
ariel3,opc-job-start,opc-job-track,icad-el,smartsdp,svrloc,ocs-cmu,ocs-amu,utmpsd,utmpcd,iasd,nnsp
mobileip-agent,mobilip-mn,dna-cml,comscm,dsfgw,dasp,sgcp,decvms-sysmgt,cvc-hostd,https,snpp
microsoft-ds,ddm-rdb,ddm-dfm,ddm-ssl,as-servermap,tserver,sfs-smp-net,sfs-config,creativeserver
contentserver,creativepartnr,+1 scohelp,appleqtc,ampr-rcmd,skronk,datasurfsrv,datasurfsrvsec,alpes
kpasswd,+1 digital-vrc,mylex-mapd,photuris,rcp,scx-proxy,mondex,ljk-login,hybrid-pop
+1 tcpnethaspsrv,tn-tl-fd1,ss7ns,spsc,iafserver,iafdbase,ph,bgs-nsi,ulpnet,integra-sme,powerburst
avian,saft,gss-http,nest-protocol,micom-pfs,go-login,ticf-1,ticf-2,pov-ray,intecourier,pim-rp-disc
retrospect,siam,iso-ill,isakmp,stmf,mbap,intrinsa,citadel,mailbox-lm,ohimsrv,crs,xvttp,snare,fcp
passgo,+3 printer,videotex,talk,ntalk,utime,+1 ripng,ulp,ibm-db2,ncp,timed,tempo,stx,custix
irc-serv,courier,conference,netnews,netwall,windream,iiop,opalis-rdv,nmsp,gdomap,apertus-ldp,uucp
uucp-rlogin,commerce,klogin,kshell,appleqtcsrvr,dhcpv6-client,dhcpv6-server,afpovertcp,idfp
new-rwho,cybercash,devshr-nts,pirp,rtsp,dsf,remotefs,openvms-sysipc,sdnskmp,teedtap,rmonitor
monitor,chshell,nntps,9pfs,whoami,streettalk,banyan-rpc,ms-shuttle,ms-rome,meter,meter,sonar
banyan-vip,ftp-agent,vemmi,ipcd,vnas,ipdd,decbsrv,sntp-heartbeat,bdp,scc-security,philips-vc
keyserver,+1 password-chg,submission,cal,eyelink,tns-cml,http-alt,eudora-set,http-rpc-epmap,tpip
cab-protocol,smsd,ptcnameservice,sco-websrvrmg3,acp,ipcserver,syslog-conn,xmlrpc-beep,idxp,tunnel
soap-beep,urm,nqs,sift-uft,npmp-trap,npmp-local,npmp-gui,hmmp-ind,hmmp-op,sshell,sco-inetmgr
sco-sysmgr,sco-dtmgr,dei-icda,compaq-evm,sco-websrvrmgr,escp-ip,collaborator,+1 cryptoadmin
dec-dlm,asia,passgo-tivoli,qmqp,3com-amp3,rda,ipp,bmpp,servstat,ginad,rlzdbase,ldaps,lanserver
mcns-sec,msdp,entrust-sps,repcmd,esro-emsdp,sanity,dwr,pssc,ldp,dhcp-failover,rrp,cadview-3d,obex
ieee-mms,hello-port,repscmd,aodv,tinc,spmp,rmc,tenfold,+1 mac-srvr-admin,hap,pftp,purenoise
+1 sun-dr,mdqs,disclose,mecomm,meregister,vacdsm-sws,vacdsm-app,vpps-qua,cimplex,acap,dctp
vpps-via,vpp,ggf-ncp,mrm,entrust-aaas,entrust-aams,xfr,corba-iiop,corba-iiop-ssl,mdc-portmapper
hcp-wismar,asipregistry,realm-rusd,nmap,vatp,msexch-routing,hyperwave-isp,connendp,ha-cluster
ieee-mms-ssl,rushd,uuidgen,olsr,accessnetwork,epp,lmp,iris-beep,+1 elcsd,agentx,silc,borland-dsj
+1 entrust-kmsh,entrust-ash,cisco-tdp,tbrpf,iris-xpc,iris-xpcs,iris-lwz,+13 netviewdm1,netviewdm2
netviewdm3,+9 netgw,netrcs,+1 flexlm,+2 fujitsu-dev,ris-cm,kerberos-adm,+1 pump,qrh,rrh,tell
+3 nlogin,con,ns,rxe,quotad,cycleserv,omserv,webster,+1 phonebook,+1 vid,cadlock,rtip,cycleserv2
+3 wpages,multiling-http,+2 wpgs,+19 mdbs-daemon,device,mbap-s,+7 fcp-udp,+17 itm-mcell-s
pkix-3-ca-ra,netconf-ssh,netconf-beep,netconfsoaphttp,netconfsoapbeep,+13 dhcp-failover2,gdoi
+4 domain-s,dlep,+5 iscsi,+12 rsync,+12 iclcnet-locate,iclcnet-svinfo,accessbuilder
+11 omginitialrefs,smpnameres,ideafarm-door,ideafarm-panic,+6 kink,xact-backup,apex-mesh,apex-edge
+75 ftps-data,ftps,nas,telnets,+2 pop3s,vsinet,maitrd,+2 cadlock2,+9 surf,+10 exp1,exp2
+2 blackjack,cap,+2 solid-mux,+3 netinfo-local,activesync,mxxrlogin,nsstp,ams,mtqp,sbl,netarx
danf-ak2,afrog,boinc-client,dcutility,fpitp,wfremotertm,neod1,neod2,td-postman,cma,optima-vnet,ddt
remote-as,brvread,ansyslmd,vfo,startron,nim,nimreg,polestar,kiosk,veracity,kyoceranetdev,jstel
syscomlan,fpo-fns,instl-boots,instl-bootc,cognex-insight,gmrupdateserv,bsquare-voip,cardax
bridgecontrol,warmspotMgmt,rdrmshc,dab-sti-c,imgames,avocent-proxy,asprovatalk,socks,pvuniwien
amt-esd-prot,ansoft-lm-1,ansoft-lm-2,webobjects,cplscrambler-lg,cplscrambler-in,cplscrambler-al
ff-annunc,ff-fms,ff-sm,obrpd,proofd,rootd,nicelink,cnrprotocol,sunclustermgr,rmiactivation
rmiregistry,mctp,pt2-discover,adobeserver-1,adobeserver-2,xrl,ftranhc,isoipsigport-1
isoipsigport-2,ratio-adp,+2 lmsocialserver,icp,ltp-deepspace,mini-sql,ardus-trns,ardus-cntl
ardus-mtrns,sacred,bnetgame,bnetfile,rmpp,availant-mgr,murray,hpvmmcontrol,hpvmmagent,hpvmmdata
kwdb-commn,saphostctrl,saphostctrls,casp,caspssl,kvm-via-ip,dfn,aplx,omnivision,hhb-gateway,trim
encrypted-admin,evm,autonoc,mxomss,edtools,imyx,fuscript,x9-icue,audit-transfer,capioverlan
elfiq-repl,bvtsonar,blaze,unizensus,winpoplanmess,c1222-acse,resacommunity,nfa,iascontrol-oms
iascontrol,dbcontrol-oms,oracle-oms,olsv,health-polling,health-trap,sddp,qsm-proxy,qsm-gui
qsm-remote,cisco-ipsla,vchat,tripwire,atc-lm,atc-appserver,dnap,d-cinema-rrp,fnet-remote-ui
dossier,indigo-server,dkmessenger,sgi-storman,b2n,mc-client,3comnetman,+1 llsurfup-http
llsurfup-https,catchpole,mysql-cluster,alias,hp-webadmin,unet,commlinx-avl,gpfs,caids-sensor
fiveacross,openvpn,rsf-1,netmagic,carrius-rshell,cajo-discovery,dmidi,scol,nucleus-sand,caiccipc
ssslic-mgr,ssslog-mgr,accord-mgc,anthony-data,metasage,seagull-ais,ipcd3,eoss,groove-dpp,lupa
mpc-lifenet,kazaa,scanstat-1,etebac5,hpss-ndapi,aeroflight-ads,aeroflight-ret,qt-serveradmin
sweetware-apps,nerv,tgp,vpnz,slinkysearch,stgxfws,dns2go,florence,zented,periscope,menandmice-lpm
first-defense,univ-appserver,search-agent,mosaicsyssvc1,bvcontrol,tsdos390,hacl-qs,nmsd,instantia
nessus,nmasoverip,serialgateway,isbconference1,isbconference2,payrouter,visionpyramid,hermes
mesavistaco,swldy-sias,servergraph,bspne-pcc,q55-pcc,de-noc,de-cache-query,de-server,shockwave2
opennl,opennl-voice,ibm-ssd,mpshrsv,qnts-orb,dka,prat,dssiapi,dellpwrappks,epc,propel-msgsys
watilapp,opsmgr,excw,cspmlockmgr,emc-gateway,t1distproc,ivcollector,+1 miva-mqs,dellwebadmin-1
dellwebadmin-2,pictrography,healthd,emperion,productinfo,iee-qfx,neoiface,netuitive,routematch
navbuddy,jwalkserver,winjaserver,seagulllms,dsdn,pkt-krb-ipsec,cmmdriver,ehtp,dproxy,sdproxy,lpcp
hp-sci,h323hostcallsc,+2 sftsrv,boomerang,pe-mike,re-conn-proto,pacmand,odsi,jtag-server,husky
rxmon,sti-envision,bmc-patroldb,pdps,els,exbit-escp,vrts-ipcserver,krb5gatekeeper,amx-icsp
amx-axbnet,pip,novation,brcd,delta-mcp,dx-instrument,wimsic,ultrex,ewall,netdb-export
streetperfect,intersan,pcia-rxp-b,passwrd-policy,writesrv,digital-notary,ischat,menandmice-dns
wmc-log-svc,kjtsiteserver,naap,qubes,esbroker,re101,icap,vpjp,alta-ana-lm,bbn-mmc,bbn-mmx,sbook
editbench,equationbuilder,lotusnote,relief,XSIP-network,intuitive-edge,cuillamartin,pegboard
connlcli,ftsrv,mimer,linx,timeflies,ndm-requester,ndm-server,adapt-sna,netware-csp,dcs,screencast
gv-us,us-gv,fc-cli,fc-ser,chromagrafx,molly,bytex,ibm-pps,cichlid,elan,dbreporter,telesis-licman
apple-licman,udt-os,gwha,os-licman,atex-elmd,checksum,cadsi-lm,objective-dbc,iclpv-dm,iclpv-sc
iclpv-sas,iclpv-pm,iclpv-nls,iclpv-nlc,iclpv-wsm,dvl-activemail,audio-activmail,video-activmail
cadkey-licman,cadkey-tablet,goldleaf-licman,prm-sm-np,prm-nm-np,igi-lm,ibm-res,netlabs-lm
+1 sophia-lm,here-lm,hiq,af,innosys,innosys-acl,ibm-mqseries,dbstar,novell-lu6-2,timbuktu-srv1
timbuktu-srv2,timbuktu-srv3,timbuktu-srv4,gandalf-lm,autodesk-lm,essbase,hybrid,zion-lm,sais
mloadd,informatik-lm,nms,tpdu,rgtp,blueberry-lm,ms-sql-s,ms-sql-m,ibm-cics,saism,tabula
eicon-server,eicon-x25,eicon-slp,cadis-1,cadis-2,ies-lm,marcam-lm,proxima-lm,ora-lm,apri-lm,oc-lm
peport,dwf,infoman,gtegsc-lm,genie-lm,interhdl-elmd,esl-lm,dca,valisys-lm,nrcabq-lm,proshare1
proshare2,ibm-wrless-lan,world-lm,nucleus,msl-lmd,pipes,oceansoft-lm,csdmbase,csdm,aal-lm,uaiact
csdmbase,csdm,openmath,telefinder,taligent-lm,clvm-cfg,ms-sna-server,ms-sna-base,dberegister
pacerforum,airs,miteksys-lm,afs,confluent,lansource,nms-topo-serv,localinfosrvr,docstor
dmdocbroker,insitu-conf,+1 stone-design-1,netmap-lm,ica,cvc,liberty-lm,rfx-lm,sybase-sqlany,fhc
vlsi-lm,saiscm,shivadiscovery,imtc-mcs,evb-elm,funkproxy,utcd,symplex,diagmond,robcad-lm,mvx-lm
3l-l1,wins,fujitsu-dtc,fujitsu-dtcns,ifor-protocol,vpad,vpac,vpvd,vpvc,atm-zip-office,ncube-lm
ricardo-lm,cichild-lm,ingreslock,orasrv,pdap-np,tlisrv,norp,coauthor,rap-service,rap-listen
miroconnect,virtual-places,micromuse-lm,ampr-info,ampr-inter,sdsc-lm,3ds-lm,intellistor-lm,rds
rds2,gridgen-elmd,simba-cs,aspeclmd,vistium-share,abbaccuray,laplink,axon-lm,+1 3m-image-lm
hecmtl-db,pciarray,sna-cs,caci-lm,livelan,veritas-pbx,arbortext-lm,xingmpeg,web2host,asci-val
facilityview,pconnectmgr,cadabra-lm,pay-per-view,winddlb,corelvideo,jlicelmd,tsspmap,ets,orbixd
rdb-dbs-disp,chip-lm,itscomm-ns,mvel-lm,oraclenames,moldflow-lm,hypercube-lm,jacobus-lm,ioc-sea-lm
+1 mil-2045-47001,msims,simbaexpress,tn-tl-fd2,intv,ibm-abtact,pra-elmd,triquest-lm,vqp,gemini-lm
ncpm-pm,commonspace,mainsoft-lm,sixtrak,radio,+1 orbplus-iiop,picknfs,simbaservices,issd,aas
inspect,picodbc,icabrowser,slp,slm-api,stt,smart-lm,isysg-lm,taurus-wh,ill,netbill-trans
netbill-keyrep,netbill-cred,netbill-auth,netbill-prod,nimrod-agent,skytelnet,xs-openstorage
faxportwinport,softdataphone,ontime,jaleosnd,udp-sr-port,svs-omagent,shockwave,t128-gateway
lontalk-norm,lontalk-urgnt,oraclenet8cman,visitview,pammratc,pammrpc,loaprobe,edb-server1,isdc
islc,ismc,cert-initiator,cert-responder,invision,isis-am,isis-ambc,saiseh,sightline,sa-msg-port
rsap,concurrent-lm,kermit,nkd,shiva-confsrvr,xnmp,alphatech-lm,stargatealerts,dec-mbadmin
dec-mbadmin-h,fujitsu-mmpdc,sixnetudr,sg-lm,skip-mc-gikreq,netview-aix-1,netview-aix-2
netview-aix-3,netview-aix-4,netview-aix-5,netview-aix-6,netview-aix-7,netview-aix-8,netview-aix-9
netview-aix-10,netview-aix-11,netview-aix-12,proshare-mc-1,proshare-mc-2,pdp,+1 groupwise,prolink
darcorp-lm,microcom-sbp,sd-elmd,lanyon-lantern,ncpm-hip,snaresecure,n2nremote,cvmon,nsjtp-ctrl
nsjtp-data,firefox,ng-umds,empire-empuma,sstsys-lm,rrirtr,rrimwm,rrilwm,rrifmm,rrisat,rsvp-encap-1
rsvp-encap-2,mps-raft,l2f,deskshare,hb-engine,bcs-broker,slingshot,jetform,vdmplay,gat-lmd,centra
impera,pptconference,registrar,conferencetalk,sesi-lm,houdini-lm,xmsg,fj-hdnet,h323gatedisc
h323gatestat,h323hostcall,caicci,hks-lm,pptp,csbphonemaster,iden-ralp,iberiagames,winddx,telindus
citynl,roketz,msiccp,proxim,siipat,cambertx-lm,privatechat,street-stream,ultimad,gamegen1
webaccess,encore,cisco-net-mgmt,3Com-nsd,cinegrfx-lm,ncpm-ft,remote-winsock,ftrapid-1,ftrapid-2
oracle-em1,aspen-services,sslp,swiftnet,lofr-lm,+1 oracle-em2,ms-streaming,capfast-lmd,cnhrp
tftp-mcast,spss-lm,www-ldap-gw,cft-0,cft-1,cft-2,cft-3,cft-4,cft-5,cft-6,cft-7,bmc-net-adm
bmc-net-svc,vaultbase,essweb-gw,kmscontrol,global-dtserv,+1 femis,powerguardian,prodigy-intrnet
pharmasoft,dpkeyserv,answersoft-lm,hp-hcip,+1 finle-lm,windlm,funk-logger,funk-license,psmond
hello,nmsp,ea1,ibm-dt-2,rsc-robot,cera-bcm,dpi-proxy,vocaltec-admin,uma,etp,netrisk,ansys-lm,msmq
concomp1,hp-hcip-gwy,enl,enl-name,musiconline,fhsp,oracle-vp2,oracle-vp1,jerand-lm,scientia-sdb
radius,radius-acct,tdp-suite,mmpft,harp,rkb-oscs,etftp,plato-lm,mcagent,donnyworld,es-elmd
unisys-lm,metrics-pas,direcpc-video,ardt,asi,itm-mcell-u,optika-emedia,net8-cman,myrtle
tht-treasure,udpradio,ardusuni,ardusmul,ste-smsc,csoft1,talnet,netopia-vo1,netopia-vo2,netopia-vo3
netopia-vo4,netopia-vo5,direcpc-dll,altalink,tunstall-pnc,slp-notify,fjdocdist,alpha-sms,gsi,ctcd
virtual-time,vids-avtp,buddy-draw,fiorano-rtrsvc,fiorano-msgsvc,datacaptor,privateark
gammafetchsvr,sunscalar-svc,lecroy-vicp,mysql-cm-agent,msnp,paradym-31port,entp,swrmi,udrive
viziblebrowser,transact,sunscalar-dns,canocentral0,canocentral1,fjmpjps,fjswapsnp,westell-stats
ewcappsrv,hp-webqosdb,drmsmc,nettgain-nms,vsat-control,ibm-mqseries2,ecsqdmn,mqtt,idmaps
vrtstrapserver,leoip,filex-lport,ncconfig,unify-adapter,wilkenlistener,childkey-notif
childkey-ctrl,elad,o2server-port,+1 b-novative-ls,metaagent,cymtec-port,mc2studios,ssdp
fjicl-tep-a,fjicl-tep-b,linkname,fjicl-tep-c,sugp,tpmd,intrastar,dawn,global-wlink,ultrabac,mtp
rhp-iibp,armadp,elm-momentum,facelink,persona,noagent,can-nds,can-dch,can-ferret,noadmin,tapestry
spice,xiip,discovery-port,egs,videte-cipc,emsd-port,bandwiz-system,driveappserver,amdsched
ctt-broker,xmapi,xaapi,macromedia-fcs,jetcmeserver,jwserver,jwclient,jvserver,jvclient,dic-aida
res,beeyond-media,close-combat,dialogic-elmd,tekpls,sentinelsrm,eye2eye,ismaeasdaqlive
ismaeasdaqtest,bcs-lmserver,mpnjsc,rapidbase,abr-api,abr-secure,vrtl-vmf-ds,unix-status,dxadmind
simp-all,nasmanager,bts-appserver,biap-mp,webmachine,solid-e-engine,tivoli-npm,slush,sns-quote
lipsinc,lipsinc1,netop-rc,netop-school,intersys-cache,dlsrap,drp,tcoflashagent,tcoregagent
tcoaddressbook,unisql,unisql-java,pearldoc-xact,p2pq,estamp,lhtp,bb,hsrp,licensedaemon,tr-rsrb-p1
tr-rsrb-p2,tr-rsrb-p3,stun-p1,stun-p2,stun-p3,snmp-tcp-port,stun-port,perf-port,tr-rsrb-port
gdp-port,x25-svc-port,tcp-id-port,cisco-sccp,+1 globe,brutus,+12 bootserver,+3 xinupageserver
+2 xinuexpansion3,xinuexpansion4,+1 scrabble,shadowserver,submitserver,hsrpv6,device2,mobrien-chat
blackboard,glogger,scoremgr,imsldoc,e-dpnet,applus,objectmanager,prizma,lam,interbase,isis
isis-bcast,rimsl,cdfunc,sdfunc,dls,dls-monitor,shilp,av-emb-config,epnsdp,clearvisn,lot105-ds-upd
weblogin,iop,omnisky,rich-cp,newwavesearch,bmc-messaging,teleniumdaemon,netmount,icg-swp
icg-bridge,icg-iprelay,dlsrpn,aura,dlswpn,avauthsrvprtcl,event-port,ah-esp-encap,acp-port,msync
gxs-data-port,vrtl-vmf-sa,newlixengine,newlixconfig,tsrmagt,tpcsrvr,idware-router,autodesk-nlm
kme-trap-port,infowave,radsec,sunclustergeo,ada-cip,gnunet,eli,ip-blf,sep,lrp,prp,descent3,nbx-cc
nbx-au,nbx-ser,nbx-dir,jetformpreview,dialog-port,h2250-annex-g,amiganetfs,rtcm-sc104,zephyr-srv
zephyr-clt,zephyr-hm,minipay,mzap,bintec-admin,comcam,ergolight,umsp,dsatp,idonix-metanet
hsl-storm,ariascribe,kdm,ccowcmr,mentaclient,mentaserver,gsigatekeeper,qencp,scientia-ssdb
caupc-remote,gtp-control,elatelink,lockstep,pktcable-cops,index-pc-wb,net-steward,cs-live,xds
avantageb2b,solera-epmap,zymed-zpp,avenue,gris,appworxsrv,connect,unbind-cluster,ias-auth,ias-reg
ias-admind,tdmoip,lv-jc,lv-ffx,lv-pici,lv-not,lv-auth,veritas-ucl,acptsys,dynamic3d,docent
gtp-user,ctlptc,stdptc,brdptc,trp,xnds,touchnetplus,gdbremote,apc-2160,apc-2161,navisphere
navisphere-sec,ddns-v3,x-bone-api,iwserver,raw-serial,easy-soft-mux,brain,eyetv,msfw-storage
msfw-s-storage,msfw-replica,msfw-array,airsync,rapi,qwave,bitspeer,vmrdp,mc-gt-srv,eforward
cgn-stat,cgn-config,nvd,onbase-dds,gtaua,+3 tivoconnect,tvbus,asdis,drwcs,+3 mnp-exchange
onehome-remote,onehome-help,+1 ats,imtc-map,b2-runtime,b2-license,jps,hpocbus,hpssd,hpiod,rimf-ps
noaaport,emwin,leecoposserver,kali,rpi,ipcore,vtu-comms,gotodevice,bounzza,netiq-ncap,netiq
ethernet-ip-s,EtherNet-IP-1,rockwell-csp2,efi-mg,+1 di-drm,di-msg,ehome-ms,datalens,queueadm
wimaxasncp,ivs-video,infocrypt,directplay,sercomm-wlink,nani,optech-port1-lm,aviva-sna,imagequery
recipe,ivsd,foliocorp,magicom,nmsserver,hao,pc-mta-addrmap,antidotemgrsvr,ums,rfmp,remote-collab
dif-port,njenet-ssl,dtv-chan-req,seispoc,vrtp,pcc-mfp,simple-tx-rx,rcts,bid-serv,apc-2260
comotionmaster,comotionback,ecwcfg,apx500api-1,apx500api-2,mfserver,ontobroker,amt,mikey
starschool,mmcals,mmcal,mysql-im,pcttunnell,ibridge-data,ibridge-mgmt,bluectrlproxy,s3db,xmquery
lnvpoller,lnvconsole,lnvalarm,lnvstatus,lnvmaps,lnvmailmon,nas-metering,dna,netml,dict-lookup
sonus-logging,eapsp,mib-streaming,npdbgmngr,konshus-lm,advant-lm,theta-lm,d2k-datamover1
d2k-datamover2,pc-telecommute,cvmmon,cpq-wbem,binderysupport,proxy-gateway,attachmate-uts
mt-scaleserver,tappi-boxnet,pehelp,sdhelp,sdserver,sdclient,messageservice,wanscaler,iapp
cr-websystems,precise-sft,sent-lm,attachmate-g32,cadencecontrol,infolibria,siebel-ns,rdlap,ofsd
3d-nfsd,cosmocall,ansysli,idcp,xingcsm,netrix-sftm,nvd,tscchat,agentview,rcc-host,snapp,ace-client
ace-proxy,appleugcontrol,ideesrv,norton-lambert,3com-webview,wrs-registry,xiostatus,manage-exec
nati-logos,fcmsys,dbm,redstorm-join,redstorm-find,redstorm-info,redstorm-diag,psbserver,psrserver
pslserver,pspserver,psprserver,psdbserver,gxtelmd,unihub-server,futrix,flukeserver,nexstorindltd
tl1,digiman,mediacntrlnfsd,oi-2000,dbref,qip-login,service-ctrl,opentable,bif-p2p,l3-hbmon
+1 lanmessenger,+8 compaq-https,ms-olap3,ms-olap4,+1 sd-data,virtualtape,vsamredirector
mynahautostart,ovsessionmgr,rsmtp,3com-net-mgmt,tacticalauth,ms-olap1,ms-olap2,lan900-remote
wusage,ncl,orbiter,fmpro-fdal,opequus-server,cvspserver,taskmaster2000,taskmaster2000,iec-104
trc-netpoll,jediserver,orion,+1 sns-protocol,vrts-registry,netwave-ap-mgmt,cdn,orion-rmi-reg
beeyond,codima-rtp,rmtserver,composit-server,cas,attachmate-s2s,dslremote-mgmt,g-talk,crmsbits
rnrp,kofax-svr,fjitsuappmgr,vcmp,mgcp-gateway,ott,ft-role,venus,venus-se,codasrv,codasrv-se
pxc-epmap,optilogic,topx,unicontrol,msp,sybasedbsynch,spearway,pvsw-inet,netangel,powerclientcsf
btpp2sectrans,dtn1,bues-service,ovwdb,hpppssvr,ratl,netadmin,netchat,snifferclient,madge-ltd
indx-dds,wago-io-system,altav-remmgt,rapido-ip,griffin,xrpl,ms-theater,qadmifoper,qadmifevent
lsi-raid-mgmt,direcpc-si,lbm,lbf,high-criteria,qip-msgd,mti-tcs-comm,taskman-port,seaodbc,c3
aker-cdp,vitalanalysis,ace-server,ace-svr-prop,ssm-cvs,ssm-cssps,ssm-els,powerexchange,giop
giop-ssl,ttc,ttc-ssl,netobjects1,netobjects2,pns,moy-corp,tsilb,qip-qdhcp,conclave-cpp,groove
talarian-mqs,bmc-ar,fast-rem-serv,dirgis,quaddb,odn-castraq,unicontrol,rtsserv,rtsclient
kentrox-prot,nms-dpnss,wlbs,ppcontrol,jbroker,spock,jdatastore,fjmpss,fjappmgrbulk,metastorm
citrixima,citrixadmin,facsys-ntp,facsys-router,maincontrol,call-sig-trans,willy,globmsgsvc,pvsw
adaptecmgr,windb,qke-llc-v3,optiwave-lm,ms-v-worlds,ema-sent-lm,iqserver,ncr-ccl,utsftp,vrcommerce
ito-e-gui,ovtopmd,snifferserver,combox-web-acc,madcap,btpp2audctr1,upgrade,vnwk-prapi,vsiadmin
lonworks,lonworks2,udrawgraph,reftek,novell-zen,sis-emt,vytalvaultbrtp,vytalvaultvsmp
vytalvaultpipe,ipass,ads,isg-uda-server,call-logging,efidiningport,vcnet-link-v10,compaq-wcp
nicetec-nmsvc,nicetec-mgmt,pclemultimedia,lstp,labrat,mosaixcc,delibo,cti-redwood,hp-3000-telnet
coord-svr,pcs-pcw,clp,spamtrap,sonuscallsig,hs-port,cecsvc,ibp,trustestablish,blockade-bpsp,hl7
tclprodebugger,scipticslsrvr,rvs-isdn-dcp,mpfoncl,tributary,argis-te,argis-ds,mon,cyaserv
netx-server,netx-agent,masc,privilege,quartus-tcl,idotdist,maytagshuffle,netrek,mns-mail,dts
worldfusion1,worldfusion2,homesteadglory,citriximaclient,snapd,hpstgmgr,discp-client,discp-server
servicemeter,nsc-ccs,nsc-posa,netmon,connection,wag-service,system-monitor,versa-tek,lionhead
qpasa-agent,smntubootstrap,neveroffline,firepower,appswitch-emp,cmadmin,priority-e-com,bruce
lpsrecommender,miles-apart,metricadbc,lmdp,aria,blwnkl-port,gbjd816,moshebeeri,dict,sitaraserver
sitaramgmt,sitaradir,irdg-post,interintelli,pk-electronics,backburner,solve,imdocsvc
sybaseanywhere,aminet,ami-control,hdl-srv,tragic,gte-samp,travsoft-ipx-t,novell-ipx-cmd,and-lm
syncserver,upsnotifyprot,vpsipport,eristwoguns,ebinsite,interpathpanel,sonus,corel-vncadmin,unglue
kana,sns-dispatcher,sns-admin,sns-query,gcmonitor,olhost,bintec-capi,bintec-tapi,patrol-mq-gm
patrol-mq-nm,extensis,alarm-clock-s,alarm-clock-c,toad,tve-announce,newlixreg,nhserver,firstcall42
ewnn,ttc-etap,simslink,gadgetgate1way,gadgetgate2way,syncserverssl,pxc-sapxom,mpnjsomb
+1 ncdloadbalance,mpnjsosv,mpnjsocl,mpnjsomg,pq-lic-mgmt,md-cg-http,fastlynx,hp-nnm-data
itinternet,admins-lms,+1 pwrsevent,vspread,unifyadmin,oce-snmp-trap,mck-ivpip,csoft-plusclnt
tqdata,sms-rcinfo,sms-xfer,sms-chat,sms-remctrl,sds-admin,ncdmirroring,emcsymapiport,banyan-net
supermon,sso-service,sso-control,aocp,raventbs,raventdm,hpstgmgr2,inova-ip-disco,pn-requester
pn-requester2,scan-change,wkars,smart-diagnose,proactivesrvr,watchdog-nt,qotps,msolap-ptp2,tams
mgcp-callagent,sqdr,tcim-control,nec-raidplus,fyre-messanger,g5m,signet-ctf,ccs-software,netiq-mc
radwiz-nms-srv,srp-feedback,ndl-tcp-ois-gw,tn-timing,alarm,tsb,tsb2,murx,honyaku,urbisnet
cpudpencap,fjippol-swrly,fjippol-polsvr,fjippol-cnsl,fjippol-port1,fjippol-port2,rsisysaccess
de-spot,apollo-cc,expresspay,simplement-tie,cnrp,apollo-status,apollo-gms,sabams,dicom-iscl
dicom-tls,desktop-dna,data-insurance,qip-audup,compaq-scp,uadtc,uacs,exce,veronica,vergencecm
auris,rbakcup1,rbakcup2,smpp,ridgeway1,ridgeway2,gwen-sonya,lbc-sync,lbc-control,whosells
everydayrc,aises,www-dev,aic-np,aic-oncrpc,piccolo,fryeserv,media-agent,plgproxy,mtport-regist
f5-globalsite,initlsmsad,+1 livestats,ac-tech,esp-encap,tmesis-upshot,icon-discover,acc-raid,igcp
+1 btprjctrl,dvr-esm,wta-wsp-s,cspuni,cspmulti,j-lan-p,corbaloc,netsteward,gsiftp,atmtcp,llm-pass
llm-csv,lbc-measure,lbc-watchdog,nmsigport,rmlnk,fc-faultnotify,univision,vrts-at-port,ka0wuc
cqg-netlan,cqg-netlan-1,+1 slc-systemlog,slc-ctrlrloops,itm-lm,silkp1,silkp2,silkp3,silkp4,glishd
evtp,evtp-data,catalyst,repliweb,starbot,nmsigport,l3-exprt,l3-ranger,l3-hawk,pdnet,bpcp-poll
bpcp-trap,aimpp-hello,aimpp-port-req,amt-blc-port,fxp,metaconsole,webemshttp,bears-01,ispipes
infomover,+1 cesdinv,simctlp,ecnp,activememory,dialpad-voice1,dialpad-voice2,ttg-protocol
sonardata,astronova-main,pit-vpn,iwlistener,esps-portal,npep-messaging,icslap,daishi
msi-selectplay,radix,psrt,dxmessagebase1,dxmessagebase2,sps-tunnel,bluelance,aap,ucentric-ds
synapse,ndsp,ndtp,ndnp,flashmsg,topflow,responselogic,aironetddp,spcsdlobby,rsom,cspclmulti
cinegrfx-elmd,snifferdata,vseconnector,abacus-remote,natuslink,ecovisiong6-1,citrix-rtmp
appliance-cfg,powergemplus,quicksuite,allstorcns,netaspi,suitcase,m2ua,+1 caller9,webmethods-b2b
mao,funk-dialout,tdaccess,blockade,epicon,boosterware,gamelobby,tksocket,elvin-server,elvin-client
kastenchasepad,roboer,roboeda,cesdcdman,cesdcdtrn,wta-wsp-wtp-s,precise-vip,+1 mobile-file-dl
unimobilectrl,redstone-cpss,amx-webadmin,amx-weblinx,circle-x,incp,4-tieropmgw,4-tieropmcli,qtp
otpatch,pnaconsult-lm,sm-pas-1,sm-pas-2,sm-pas-3,sm-pas-4,sm-pas-5,ttnrepository,megaco-h248
h248-binary,fjsvmpor,gpsd,wap-push,wap-pushsecure,esip,ottp,mpfwsas,ovalarmsrv,ovalarmsrv-cmd
csnotify,ovrimosdbman,jmact5,jmact6,rmopagt,dfoxserver,boldsoft-lm,iph-policy-cli,iph-policy-adm
bullant-srap,bullant-rap,idp-infotrieve,ssc-agent,enpp,essp,index-net,netclip,pmsm-webrctl
svnetworks,signal,fjmpcm,cns-srv-port,ttc-etap-ns,ttc-etap-ds,h263-video,wimd,mylxamport
iwb-whiteboard,netplan,hpidsadmin,hpidsagent,stonefalls,identify,hippad,zarkov,boscap,wkstn-mon
avenyo,veritas-vis1,veritas-vis2,idrs,vsixml,rebol,realsecure,remoteware-un,hbci,+1 exlm-agent
cgms,csoftragent,geniuslm,ii-admin,lotusmtap,midnight-tech,pxc-ntfy,+1 trusted-web,twsdss
gilatskysurfer,broker-service,nati-dstp,notify-srvr,event-listener,srvc-registry,resource-mgr,cifs
agriserver,csregagent,magicnotes,nds-sso,arepa-raft,agri-gateway,LiebDevMgmt-C,LiebDevMgmt-DM
LiebDevMgmt-A,arepa-cas,eppc,redwood-chat,pdb,osmosis-aeea,fjsv-gssagt,hagel-dump,hp-san-mgmt
santak-ups,cogitate,tomato-springs,di-traceware,journee,brp,epp,responsenet,di-ase,hlserver
pctrader,nsws,gds-db,galaxy-server,apc-3052,dsom-server,amt-cnf-prot,policyserver,cdl-server
goahead-fldup,videobeans,qsoft,interserver,cautcpd,ncacn-ip-tcp,ncadg-ip-udp,rprt,slinterbase
netattachsdmp,fjhpjp,ls3bcast,ls3,mgxswitch,+1 csd-monitor,vcrp,xbox,orbix-locator,orbix-config
orbix-loc-ssl,orbix-cfg-ssl,lv-frontpanel,stm-pproc,tl1-lv,tl1-raw,tl1-telnet,itm-mccs,pcihreq
jdl-dbkitchen,asoki-sma,xdtp,ptk-alink,stss,1ci-smcs,+1 rapidmq-center,rapidmq-reg,panasas,ndl-aps
+1 umm-port,chmd,opcon-xps,hp-pxpib,slslavemon,autocuesmi,+1 cardbox,cardbox-http,business
geolocate,personnel,sim-control,wsynch,ksysguard,cs-auth-svr,ccmad,mctet-master,mctet-gateway
mctet-jserv,pkagent,d2000kernel,d2000webserver,+1 vtr-emulator,edix,beacon-port,a13-an
+1 ctx-bridge,ndl-aas,netport-id,icpv2,netbookmark,ms-rule-engine,prism-deploy,ecp,peerbook-port
grubd,rtnt-1,rtnt-2,incognitorv,ariliamulti,vmodem,rdc-wh-eos,seaview,tarantella,csi-lfap,bears-02
rfio,nm-game-admin,nm-game-server,nm-asses-admin,nm-assessor,feitianrockey,s8-client-port,ccmrmi
jpegmpeg,indura,e3consultants,stvp,navegaweb-port,tip-app-server,doc1lm,sflm,res-sap,imprs
newgenpay,sossecollector,nowcontact,poweronnud,serverview-as,serverview-asn,serverview-gf
serverview-rm,serverview-icc,armi-server,t1-e1-over-ip,ars-master,phonex-port,radclientport
h2gf-w-2m,mc-brk-srv,bmcpatrolagent,bmcpatrolrnvu,cops-tls,apogeex-port,smpppd,iiw-port,odi-port
brcm-comm-port,pcle-infex,csvr-proxy,csvr-sslproxy,firemonrcc,spandataport,magbind,ncu-1,ncu-2
embrace-dp-s,embrace-dp-c,dmod-workspace,tick-port,cpq-tasksmart,intraintra,netwatcher-mon
netwatcher-db,isns,ironmail,vx-auth-port,pfu-prcallback,netwkpathengine,flamenco-proxy
avsecuremgmt,surveyinst,neon24x7,jmq-daemon-1,jmq-daemon-2,ferrari-foam,unite,smartpackets
wms-messenger,xnm-ssl,xnm-clear-text,glbp,digivote,aes-discovery,fcip-port,isi-irp,dwnmshttp
dwmsgserver,global-cd-port,sftdst-port,vidigo,mdtp,whisker,alchemy,mdap-port,apparenet-ts
apparenet-tps,apparenet-as,apparenet-ui,triomotion,sysorb,sdp-id-port,timelot,onesaf,vieo-fe
dvt-system,dvt-data,procos-lm,ssp,hicp,sysscanner,dhe,pda-data,pda-sys,semaphore,cpqrpm-agent
cpqrpm-server,ivecon-port,epncdp2,iscsi-target,winshadow,necp,ecolor-imager,ccmail,altav-tunnel
ns-cfg-server,ibm-dial-out,msft-gc,msft-gc-ssl,verismart,csoft-prev,user-manager,sxmp
ordinox-server,samd,maxim-asics,awg-proxy,lkcmserver,admind,vs-server,sysopt,datusorb
Apple Remote Desktop (Net Assistant),4talk,plato,e-net,directvdata,cops,enpc,caps-lm,sah-lm
cart-o-rama,fg-fps,fg-gip,dyniplookup,rib-slm,cytel-lm,deskview,pdrncs,+1 tarantool,mcs-fastmail
opsession-clnt,opsession-srvr,odette-ftp,mysql,opsession-prxy,tns-server,tns-adv,dyna-access
mcns-tel-ret,appman-server,uorb,uohost,cdid,aicc-cmi,vsaiport,ssrip,sdt-lmd,officelink2000,vnsstr
+4 sftu,bbars,egptlm,hp-device-disc,mcs-calypsoicf,mcs-messaging,mcs-mailsvr,dec-notes,directv-web
directv-soft,directv-tick,directv-catlg,anet-b,anet-l,anet-m,anet-h,webtie,ms-cluster-net
bnt-manager,influence,trnsprntproxy,phoenix-rpc,pangolin-laser,chevinservices,findviatv,btrieve
ssql,fatpipe,suitjd,ordinox-dbase,upnotifyps,adtech-test,mpsysrmsvr,wg-netforce,kv-server,kv-agent
dj-ilm,nati-vi-server,creativeserver,contentserver,creativepartnr,+5 tip2,lavenir-lm,cluster-disc
vsnm-agent,cdbroker,cogsys-lm,wsicopy,socorfs,sns-channels,geneous,fujitsu-neat,esp-lm,hp-clic
qnxnetman,+1 backroomnet,cbserver,ms-wbt-server,dsc,savant,efi-lm,d2k-tapestry1,d2k-tapestry2
dyna-lm,printer-agent,cloanto-lm,mercantile,csms,csms2,filecast,fxaengine-net,+2 nokia-ann-ch1
nokia-ann-ch2,ldap-admin,BESApi,networklens,networklenss,biolink-auth,xmlblaster,svnet,wip-port
bcinameservice,commandport,csvr,rnmap,softaudit,ifcp-port,bmap,rusb-sys-port,xtrm,xtrms,agps-port
arkivio,websphere-snmp,twcss,gcsp,ssdispatch,ndl-als,osdcp,opnet-smp,opencm,pacom,gc-config
autocueds,spiral-admin,hri-port,ans-console,connect-client,connect-server,ov-nnm-websrv
denali-server,monp,3comfaxrpc,directnet,dnc-port,hotu-chat,castorproxy,asam,sabp-signal,pscupd
mira,prsvp,vat,vat-control,d3winosfi,integral,edm-manager,edm-stager,edm-std-notify,edm-adm-notify
edm-mgr-sync,edm-mgr-cntrl,workflow,rcst,ttcmremotectrl,pluribus,jt400,jt400-ssl,jaugsremotec-1
jaugsremotec-2,ttntspauto,genisar-port,nppmp,ecomm,stun,twrpc,plethora,cleanerliverc,vulture
slim-devices,gbs-stp,celatalk,ifsf-hb-port,+1 fs-rh-srv,dtp-dia,colubris,swr-port,tvdumtray-port
nut,ibm3494,seclayer-tcp,seclayer-tls,ipether232port,dashpas-port,sccip-media,rtmp-port,isoft-p2p
avinstalldisc,lsp-ping,ironstorm,ccmcomm,apc-3506,nesh-broker,interactionweb,vt-ssl,xss-port
webmail-2,aztec,arcpd,must-p2p,must-backplane,smartcard-port,802-11-iapp,artifact-msg
+1 galileolog,mc3ss,nssocketport,odeumservlink,ecmport,eisport,starquiz-port,beserver-msg-q
jboss-iiop,jboss-iiop-ssl,gf,joltid,raven-rmp,raven-rdp,urld-port,ms-la,snac,ni-visa-remote
ibm-diradm,ibm-diradm-ssl,pnrp-port,voispeed-port,hacl-monitor,qftest-lookup,teredo,camac
+1 symantec-sim,interworld,tellumat-nms,ssmpp,apcupsd,taserver,rbr-discovery,questnotify,razor
sky-transport,personalos-001,mcp-port,cctv-port,iniserve-port,bmc-onekey,sdbproxy,watcomdebug
esimport,+2 dof-eps,dof-tunnel-sec,mbg-ctrl,mccwebsvr-port,megardsvr-port,megaregsvrport,tag-ups-1
+1 ccm-port,cmc-port,config-port,data-port,ttat3lb,nati-svrloc,kfxaclicensing,press,canex-watch
u-dbap,emprise-lls,emprise-lsc,p2pgroup,sentinel,isomair,wv-csp-sms,gtrack-server,gtrack-ne,bpmd
mediaspace,shareapp,iw-mmogame,a14,a15,quasar-server,trap-daemon,visinet-gui,infiniswitchcl
int-rcv-cntrl,bmc-jmx-port,comcam-io,splitlock,precise-i3,trendchip-dcp,cpdi-pidas-cm,echonet
six-degrees,dataprotector,alaris-disc,sigma-port,start-network,cd3o-protocol,sharp-server
aairnet-1,aairnet-2,ep-pcp,ep-nsp,ff-lr-port,haipe-discover,dist-upgrade,volley,bvcdaemon-port
jamserverport,ept-machine,escvpnet,cs-remote-db,cs-services,distcc,wacp,hlibmgr,sdo,servistaitsm
scservp,ehp-backup,xap-ha,netplay-port1,netplay-port2,juxml-port,audiojuggler,ssowatch,cyc
xss-srv-port,splitlock-gw,fjcp,nmmp,prismiq-plugin,xrpc-registry,vxcrnbuport,tsp,vaprtm,abatemgr
abatjss,immedianet-bcn,ps-ams,apple-sasl,can-nds-ssl,can-ferret-ssl,pserver,dtp,ups-engine
ent-engine,eserver-pap,infoexch,dell-rm-port,casanswmgmt,smile,efcp,lispworks-orb,mediavault-gui
wininstall-ipc,calltrax,va-pacbase,roverlog,ipr-dglt,Escale (Newton Dock),npds-tracker,bts-x73
cas-mapi,bmc-ea,faxstfx-port,dsx-agent,tnmpv2,simple-push,simple-push-s,daap,svn,magaya-network
intelsync,+2 bmc-data-coll,telnetcpcd,nw-license,sagectlpanel,kpn-icw,lrs-paging,netcelera
ws-discovery,adobeserver-3,adobeserver-4,adobeserver-5,rt-event,rt-event-s,sun-as-iiops,ca-idms
portgate-auth,edb-server2,sentinel-ent,tftps,delos-dms,anoto-rendezv,wv-csp-sms-cir,wv-csp-udp-cir
opus-services,itelserverport,ufastro-instr,xsync,xserveraid,sychrond,blizwow,na-er-tip
array-manager,e-mdu,e-woa,fksp-audit,client-ctrl,smap,m-wnn,multip-msg,synel-data,pwdis,rs-rmi
+1 versatalk,launchbird-lm,heartbeat,wysdma,cst-port,ipcs-command,sasg,gw-call-port,linktest
linktest-s,webdata,cimtrak,cbos-ip-port,gprs-cube,vipremoteagent,nattyserver,timestenbroker
sas-remote-hlp,canon-capt,grf-port,apw-registry,exapt-lmgr,adtempusclient,gsakmp,gbs-smp,xo-wave
mni-prot-rout,rtraceroute,+1 listmgr-port,rblcheckd,haipe-otnk,cindycollab,paging-port,ctp
ctdhercules,zicom,ispmmgr,dvcprov-port,jibe-eb,c-h-it-port,cognima,nnp,abcvoice-port,iso-tp0s
bim-pem,bfd-control,bfd-echo,upstriggervsw,fintrx,isrp-port,remotedeploy,quickbooksrds
tvnetworkvideo,sitewatch,dcsoftware,jaus,myblast,spw-dialer,idps,minilock,radius-dynauth,pwgpsi
ibm-mgr,vhd,soniqsync,iqnet-port,tcpdataserver,wsmlb,spugna,sun-as-iiops-ca,apocd,wlanauth,amp
neto-wol-server,rap-ip,neto-dcs,lansurveyorxml,sunlps-http,tapeware,crinis-hb,epl-slp,scp,pmcp
acp-discovery,acp-conduit,acp-policy,ffserver,warmux,netmpi,neteh,neteh-ext,cernsysmgmtagt,dvapps
xxnetserver,aipn-auth,spectardata,spectardb,markem-dcp,mkm-discovery,sos,amx-rms,flirtmitmir
+1 nhci,quest-agent,rnm,v-one-spp,an-pcp,msfw-control,item,spw-dnspreload,qtms-bootstrap
spectraport,sse-app-config,sscan,stryker-com,opentrac,informer,trap-port,trap-port-mom,nav-port
sasp,winshadow-hd,giga-pocket,+2 xpl,dzdaemon,dzoglserver,+1 ovsam-mgmt,ovsam-d-agent
avocent-adsap,oem-agent,fagordnc,sixxsconfig,pnbscada,dl-agent,xmpcr-interface,fotogcad,appss-lm
igrs,idac,msdts1,vrpn,softrack-meter,topflow-ssl,nei-management,ciphire-data,ciphire-serv
dandv-tester,ndsconnect,rtc-pm-port,pcc-image-port,cgi-starapi,syam-agent,syam-smc,sdo-tls,sdo-ssh
senip,itv-control,udt-os,nimsh,nimaux,charsetmgr,omnilink-port,mupdate,topovista-data,imoguia-port
hppronetman,surfcontrolcpa,prnrequest,prnstatus,gbmt-stars,listcrt-port,listcrt-port-2,agcat
wysdmc,aftmux,pktcablemmcops,hyperip,exasoftport1,herodotus-net,sor-update,symb-sb-port
mpl-gprs-port,zmp,winport,natdataservice,netboot-pxe,smauth-port,syam-webserver,msr-plugin-port
dyn-site,plbserve-port,sunfm-port,sdp-portmapper,mailprox,dvbservdsc,dbcontrol-agent,aamp
xecp-node,homeportal-web,srdp,tig,sops,emcads,backupedge,ccp,apdap,drip,namemunge,pwgippfax
i3-sessionmgr,xmlink-connect,adrep,p2pcommunity,gvcp,mqe-broker,mqe-agent,treehopper,bess,proaxess
sbi-agent,thrp,sasggprs,ati-ip-to-ncpe,bflckmgr,ppsms,ianywhere-dbns,landmarks,lanrevagent
lanrevserver,iconp,progistics,xk22,airshot,opswagent,opswmanager,secure-cfg-svr,smwan,+1 starfish
eis,eisp,mapper-nodemgr,mapper-mapethd,mapper-ws-ethd,centerline,dcs-config,bv-queryengine,bv-is
bv-smcsrv,bv-ds,bv-agent,+1 iss-mgmt-ssl,abcsoftware,agentsease-db,dnx,nvcnet,terabase,newoak
pxc-spvr-ft,pxc-splr-ft,pxc-roid,pxc-pin,pxc-spvr,pxc-splr,netcheque,chimera-hwm,samsung-unidex
altserviceboot,pda-gate,acl-manager,taiclock,talarian-mcast1,talarian-mcast2,talarian-mcast3
talarian-mcast4,talarian-mcast5,trap,nexus-portal,dnox,esnm-zoning,tnp1-port,partimage,as-debug
bxp,dtserver-port,ip-qsig,jdmn-port,suucp,vrts-auth-port,sanavigator,ubxd,wap-push-http
wap-push-https,ravehd,fazzt-ptp,fazzt-admin,yo-main,houston,ldxp,nirp,ltp,npp,acp-proto,ctp-state
+1 wafs,cisco-wafs,cppdp,interact,ccu-comm-1,ccu-comm-2,ccu-comm-3,lms,wfm,kingfisher,dlms-cosem
dsmeter-iatc,ice-location,ice-slocation,ice-router,ice-srouter,avanti-cdp,pmas,idp,ipfltbcst
minger,tripe,aibkup,zieto-sock,iRAPP,cequint-cityid,perimlan,seraph,+2 santools,lorica-in
lorica-in-sec,lorica-out,lorica-out-sec,+5 opencore,omasgport,ewinstaller,ewdgs,pvxpluscs,sysrqd
xtgui,bre,patrolview,drmsfsd,dpcp,igo-incognito,brlp-0,brlp-1,brlp-2,brlp-3,shofar,synchronite
j-ac,accel,izm,g2tag,xgrid,apple-vpns-rp,aipn-reg,jomamqmonitor,cds,smartcard-tls,hillrserv
netscript,assuria-slm,+1 e-builder,fprams,z-wave,tigv2,opsview-envoy,ddrepl,unikeypro,nufw,nuauth
fronet,stars,nuts-dem,nuts-bootp,nifty-hmi,cl-db-attach,cl-db-request,cl-db-remote,nettest,thrtx
cedros-fds,oirtgsvc,oidocsvc,oidsr,+1 vvr-control,tgcconnect,vrxpservman,hhb-handheld,agslb
PowerAlert-nsa,menandmice-noh,idig-mux,mbl-battd,atlinks,bzr,stat-results,stat-scanner,stat-cc,nss
jini-discovery,omscontact,omstopology,silverpeakpeer,silverpeakcomm,altcp,joost,ddgn,pslicser
+3 pcoip,+4 wello,storman,MaxumSP,httpx,macbak,pcptcpservice,cyborgnet,universe-suite,wcpp
+2 vatata,+6 aws-wsp,+1 hctl,+1 eims-admin,+100 corelccam,d-data,d-data-control,srcp,owserver
batman,pinghgl,trueconf,compx-lockview,dserver,mirrtex,+8 fox-skytale,fdt-rcatp,rwhois,trim-event
trim-ice,+2 geognosis,jaxer-web,jaxer-manager,+4 ahsp,+6 gaia,+2 unicall,vinainstall,m4-network-as
elanlm,lansurveyor,itose,fsportmap,net-device,plcy-net-svcs,pjlink,f5-iquery,qsnet-trans
qsnet-workst,qsnet-assist,qsnet-cond,qsnet-nucl,omabcastltkm,+8 wxbrief,epmd,elpro-tunnel
+1 l2c-data,remctl,+1 tolteces,bip,cp-spxsvr,cp-spxdpy,ctdb,+9 xandros-cms,wiegand
+4 omnivisionesx,+4 ds-srv,ds-srvr,ds-clnt,ds-user,ds-admin,ds-mail,ds-slp,+13 nvme,+4 netrockey6
beacon-port-2,+3 rsqlserver,+1 l-acoustics,+9 saris,pharos,krb524,upnotifyp,n1-fwp,n1-rmgmt
asc-slmd,privatewire,camp,ctisystemmsg,ctiprogramload,nssalertmgr,nssagentmgr,prchat-user
prchat-server,prRegister,mcp,+25 hpssmgmt,+1 icms,+1 awacs-ice,+11 ipsec-nat-t,+34 ehs,ehs-ssl
wssauthsvc,swx-gate,+6 worldscores,sf-lm,lanner-lm,synchromesh,aegate,gds-adppiw-db,ieee-mih
menandmice-mon,+1 msfrs,rsip,dtn-bundle,+2 hylafax,+6 kwtc,tram,bmc-reporting,iax,+21 l3t-at-an
+1 ipt-anri-anri,ias-session,ias-paging,ias-neighbor,a21-an-1xbs,a16-an-an,a17-an-an,piranha1
piranha2,+44 dots-signal,+11 playsta2-app,playsta2-lob,smaclmgr,kar2ouche,oms,noteit,ems
contclientms,eportcomm,mmacomm,mmaeds,eportcommdata,light,acter,rfa,cxws,appiq-mgmt,dhct-status
dhct-alerts,bcs,traversal,mgesupervision,mgemanagement,parliant,finisar,spike,rfid-rp1,autopac
msp-os,nst,mobile-p2p,altovacentral,prelude,mtn,conspiracy,+7 netxms-agent,netxms-mgmt,netxms-sync
+8 trinity-dist,+13 truckstar,+2 capmux,+1 gearman,+6 ipdr-sp,solera-lpn,ipfix,ipfixs,lumimgrd
+1 openhpid,ifsp,fmp,+3 profilemac,ssad,spocp,snap,+31 bfd-multi-ctl,+7 unified-bus,+7 iims,iwec
ilss,+24 htcp,+9 varadero-0,varadero-1,varadero-2,+1 quosa,gw-asv,opcua-tls,gw-log,wcr-remlib
contamac-icm,wfc,appserv-http,appserv-https,sun-as-nodeagt,derby-repli,+15 unify-debug,phrelay
phrelaydbg,cc-tracking,wired,+4 tritium-can,lmcs,+6 hivestor,abbs,+8 lyskom,+4 radmin-port,hfcs
+13 bones,+25 eq-office-4940,eq-office-4941,eq-office-4942,+6 munin,sybasesrvmon,pwgwims,sagxtsds
+16 ccss-qmm,ccss-qsm,+15 mrip,smar-se-port1,smar-se-port2,parallel,busycal,vrt,+7 hfcs-manager
commplex-main,commplex-link,rfe,fmpro-internal,avt-profile-1,avt-profile-2,wsm-server
wsm-server-ssl,synapsis-edge,winfs,telelpathstart,telelpathattack,nsp,fmpro-v6,+6 zenginkyo-1
zenginkyo-2,mice,htuilsrv,scpi-telnet,scpi-raw,strexec-d,strexec-s,+1 infobright
+12 asnaacceler8db,swxadmin,lxi-evntsvc,+4 ivocalize,mmcc,ita-agent,ita-manager,+2 unot
intecom-ps1,intecom-ps2,+1 sds,sip,sips,na-localise,+1 ca-1,ca-2,stanag-5066,authentx
+1 i-net-2000-npr,vtsas,powerschool,ayiya,tag-pm,alesquery,+5 onscreen,sdl-ets,qcp,qfp,llrp
encrypted-llrp,+7 sentinel-lm,hart-ip,+4 sentlm-srv2srv,socalia,+1 oms-nonsecure,+8 taep-as-svc
pm-cmdsvr,+7 barracuda-bbs,+12 nbt-pc,+3 ctsd,+7 rmonitor-secure,+4 atmp,esri-sde,sde-discovery
+1 bzflag,asctrl-agent,+9 ife-icorp,winpcs,scte104,scte30,+21 aol,aol-1,aol-2,aol-3
+6 targus-getdata,targus-getdata1,targus-getdata2,targus-getdata3,+19 hpvirtgrp,hpvirtctrl
hp-server,hp-status,perfd,+6 eenet,galaxy-network,padl2sim,mnet-discovery,+10 caacws,caaclang2
soagateway,caevms,movaz-ssc,+11 3com-njack-1,3com-njack-2,+4 cartographerxmp,+1 pk
+9 transmit-port,+15 presence,nlg-data,hacl-hb,hacl-gs,hacl-cfg,hacl-probe,hacl-local,hacl-test
sun-mc-grp,sco-aip,cfengine,jprinter,outlaws,+1 permabit-cs,rrdp,opalis-rbt-ipc,hacl-poll
+27 kfserver,xkotodrcp,+4 stuns,+2 dns-llq,mdns,mdnsresponder,llmnr,ms-smlbiz,wsdapi,wsdapi-s
ms-alerter,ms-sideshow,ms-s-sideshow,serverwsd2,net-projection,+33 stresstester,elektron-admin
securitychase,excerpt,excerpts,mftp,hpoms-ci-lstn,hpoms-dps-lstn,netsupport,systemics-sox
foresyte-clear,foresyte-sec,salient-dtasrv,salient-usrmgr,actnet,continuus,wwiotalk,statusd
ns-server,sns-gateway,sns-agent,mcntp,dj-ice,cylink-c,netsupport2,salient-mux,virtualuser
beyond-remote,br-channel,devbasic,sco-peer-tta,telaconsole,base,radec-corp,park-agent,postgresql
pyrrho,sgi-arrayd,sceanics,+7 spss,+9 surebox,apc-5454,apc-5455,apc-5456,+4 silkmeter
ttl-publisher,ttlpriceproxy,quailnet,netops-broker,+34 fcp-addr-srvr1,fcp-addr-srvr2
fcp-srvr-inst1,fcp-srvr-inst2,fcp-cics-gw1,checkoutdb,amc,+33 matter,+12 sgi-eventmond,sgi-esphttp
personal-agent,freeciv,+10 dof-dps-mc-sec,sdt,+4 sdmmp,+6 tmosms0,tmosms1,fac-restore
tmo-icon-sync,bis-web,bis-sync,+11 ininmessaging,mctfeed,esinstall,esmmanager,esmagent,a1-msc
a1-bs,a3-sdunode,a4-sdunode,+21 ninaf,htrust,symantec-sfdb,precise-comm,pcanywheredata
pcanywherestat,beorl,xprtld,+36 amqps,amqp,jms,hyperscsi-port,v5ua,raadmin,questdb2-lnchr,rrac
dccm,auriga-router,ncxcp,+1 coap,coaps,+3 ggz,qmvideo,+23 proshareaudio,prosharevideo,prosharedata
prosharerequest,prosharenotify,dpm,dpm-agent,ms-licensing,dtpt,msdfsr,omhs,omsdk,+4 openmail
unieng,+10 ida-discover1,ida-discover2,watchdoc-pod,watchdoc,fcopy-server,fcopys-server,tunatic
tunalyzer,+1 rscd,+4 openmailg,+1 x500ms,+8 openmailns,s-openmail,openmailpxy,spramsca,spramsd
netagent,+5 starfield-io,+3 3par-evts,3par-mgmt,3par-mgmt-ssl,+1 3par-rcopy,+7 xtreamx,+19 icmpd
spt-automation,+44 wherehoo,+3 ppsuitemsg,+36 rfb,+2 ff-ice,ag-swim,asmgcs,rpas-c2,dsd,ipsma,agma
ats-atn,ats-acars,ais-met,aoc-acars,+49 indy,+4 mppolicy-v5,mppolicy-mgr,+14 couchdb,wsman,wsmans
wbem-rmi,wbem-http,wbem-https,wbem-exp-https,nuxsl,consul-insight,+6 cvsup,+64 ndl-ahp-svc
winpharaoh,ewctsp,+2 trip,messageasap,ssdtp,diagnose-proc,directplay8,max,+10 konspire2b,pdtp,ldss
+12 synchronet-db,synchronet-rtc,synchronet-upd,rets,dbdb,primaserver,mpsserver,etc-control
sercomm-scadmin,globecast-id,softcm,spc,dtspcd,+9 bex-webadmin,backup-express,pnbs,+8 nbt-wol
+6 pulsonixnls,meta-corp,aspentec-lm,watershed-lm,statsci1-lm,statsci2-lm,lonewolf-lm,montage-lm
ricardo-lm,tal-pod,+11 patrol-ism,patrol-coll,pscribe,+36 lm-x,+8 qmtps,+12 radmind
+28 tl1-raw-ssl,tl1-ssh,crip,+14 grid,grid-alt,+30 bmc-grx,bmc-ctd-ldap,+4 ufmp,+9 abb-escp
+3 repsvc,emp-server1,emp-server2,+20 sflow,+2 gnutella-svc,gnutella-rtr,+2 adap,+4 pmcs
+4 metaedit-mu,+9 metaedit-se,+11 metatude-mds,+6 clariion-evr01,metaedit-ws,+26 faxcomservice
+2 nim-vdrshell,nim-wan,+21 sun-sr-https,sge-qmaster,sge-execd,mysql-proxy,+8 skip-cert-recv
skip-cert-send,+7 ieee11073-20701,+6 lvision-lm,+8 sun-sr-http,servicetags,ldoms-mgmt,SunVTS-RMI
sun-sr-jms,sun-sr-iiop,sun-sr-iiops,sun-sr-iiop-aut,sun-sr-jmx,sun-sr-admin,+10 boks,boks-servc
boks-servm,boks-clntd,+1 badm-priv,badm-pub,bdir-priv,bdir-pub,mgcs-mfp-port,mcer-port
+3 syslog-tls,elipse-rec,+27 lds-distrib,lds-dump,+2 apc-6547,apc-6548,apc-6549,fg-sysupdate,sum
+6 xdsxdm,+7 sane-port,+12 affiliate,parsec-master,parsec-peer,parsec-game,joaJewelSuite
+35 odette-ftps,kftp-data,kftp,mcftp,ktelnet,+2 wago-service,nexgen,afesc-mc,nexgen-aux
+23 openflow,+16 vocaltec-gold,p4p-portal,vision-server,vision-elmd,+5 osaut,+9 tsa
+11 kti-icad-srvr,e-design-net,e-design-web,+10 ibprotocol,fibotrader-com,+51 bmc-perf-agent
bmc-perf-mgrd,adi-gxp-srvprt,plysrv-http,plysrv-https,+13 dgpf-exchg,smc-jmx,smc-admin,smc-http
+1 hnmp,hnm,+9 acnet,+29 ambit-lm,+9 netmo-default,netmo-http,+7 iccrushmore,+37 muse
+35 split-ping,+10 ethoscan,xsmsvc,+9 bioserver,+4 otlp,+9 jmact3,jmevt2,swismgr1,swismgr2
swistrap,swispol,+2 acmsoda,+27 MobilitySrv,iatp-highpri,iatp-normalpri,afs3-fileserver
afs3-callback,afs3-prserver,afs3-vlserver,afs3-kaserver,afs3-volser,afs3-errors,afs3-bos
afs3-update,afs3-rmtsys,ups-onlinet,talon-disc,talon-engine,microtalon-dis,microtalon-com
talon-webserver,spg,grasp,+2 dpserve,dpserveadmin,ctdp,ct2nmcs,vmsvc,vmsvc-2,+4 op-probe,+39 arcp
iwg1,+8 empowerid,+18 lazy-ptop,font-service,elcn,+19 virprot-lm,+6 scenidm,scenccs,+31 cabsm-comm
caistoragemgr,cacsambroker,fsr,doc-server,aruba-server,+2 ccag-pib,nsrp,drm-production,+2 clutild
+25 fodms,dlip,+25 ramp,+34 cnap,+9 watchme-7272,oma-rlp,oma-rlp-s,oma-ulp,oma-ilp,oma-ilp-s
oma-dcdocbs,ctxlic,itactionserver1,itactionserver2,+83 lcm-server,+25 mindfilesys,mrssrendezvous
nfoldman,fse,winqedit,+1 hexarc,+2 rtps-discovery,rtps-dd-ut,rtps-dd-mt,+7 ionixnetmon,daqstream
+9 mtportmon,+4 pmdmgr,oveadmgr,ovladmgr,opi-sock,xmpv7,pmd,+5 faximum,+5 oracleas-https,+29 rise
+17 telops-lmd,+8 silhouette,ovbus,+8 ovhpas,pafec-lm,+30 saratoga,atul,nta-ds,nta-us,cfs,cwmp
tidp,nls-tl,+10 sncp,+5 vsi-omega,+3 aries-kfinder,+17 sun-lm,+17 mipi-debug,+17 indi,+2 soap-http
zen-pawn,xdas,+3 pmdfmgt,+14 cuseeme,+14 rome,+10 imqtunnels,imqtunnel,imqbrokerd,sun-user-https
+2 ms-do,+8 collaber,+7 klio,+9 sync-em7,scinet,+11 medimageportal,+3 nsdeepfreezectl,nitrogen
freezexservice,trident-data,osvr,+5 smip,+3 aiagent,+2 scriptview,+1 sstp-1,raqmon-pdu,+2 prgp
+29 cbt,interwise,vstat,+1 accu-lmgr,+4 minivend,popup-reminders,+1 office-tools,+4 q3ade
+2 pnet-conn,pnet-enc,altbsdp,asr,ssp-client,+8 rbt-wanopt,+34 apc-7845,apc-7846,+33 pss
+6 ubroker,+12 mevent,tnos-sp,tnos-dp,tnos-dps,+9 qo-secure,+18 t2-drm,t2-brm,+28 generalsync
+4 supercell,+11 micromuse-ncps,quest-vista,+18 irdmi2,irdmi,vcom-tunnel,teradataordbms,mcreport
+1 mxi,+1 warppipe,http-alt,+10 qbdb,intu-ec-svcdisc,intu-ec-client,oa-system,arca-api
+1 ca-audit-da,ca-audit-ds,papachi-p2p-srv,+4 pro-ed,mindprint,vantronix-mgmt,+5 ampify
enguity-xccetp,+10 senomix01,senomix02,senomix03,senomix04,senomix05,senomix06,senomix07,senomix08
+14 gadugadu,+5 http-alt,sunproxyadmin,us-cli,us-srv,+2 d-s-n,simplifymedia,radan-http,+8 sac
+2 xprint-server,+14 mtl8000-matrix,cp-cluster,+1 privoxy,+2 apollo-data,apollo-admin
+5 paycash-online,paycash-wbp,indigo-vrmi,indigo-vbcp,dbabble,+15 isdd,+11 patrol,patrol-snmp
+20 vmware-fdm,+1 itach,+7 spytechphone,+1 blp1,blp2,+3 vvr-data,trivnet1,trivnet2,+2 lm-perfworks
lm-instmgr,lm-dta,lm-sserver,lm-webwatcher,+21 rexecj,+12 synapse-nhttps,+32 ms-mcc
+3 synapse-nhttp,+11 blp3,+1 blp4,+5 tmi,amberon,+18 tnp-discover,tnp,garmin-marine
+28 server-find,+24 cruise-enum,cruise-swroute,cruise-config,cruise-diags,cruise-update
+2 m2mservices,+16 cvd,sabarsd,abarsd,admind,+12 espeech,espeech-rtp,+24 cybro-a-bus,pcsync-https
pcsync-http,+5 npmp,+21 otv,vp2p,noteshare,+25 fmtp,+53 rtsp-alt,d-fence,+11 dof-tunnel
+32 asterix,+9 canon-mfnp,canon-bjnp1,canon-bjnp2,canon-bjnp3,canon-bjnp4,+71 sun-as-jmxrmi
+46 ibus,+29 mc-appserver,openqueue,ultraseek-http,amcs,+3 dpap,+15 msgclnt,msgsrvr,+5 acd-pm
+6 sunwebadmin,+3 truecm,+68 dxspider,+6 cddbp-alt,+2 secure-mqtt,+15 ospf-lite,jmb-cds1,jmb-cds2
+8 manyone-http,manyone-xml,wcbackup,dragonfly,+40 cumulus-admin,+25 nod-provider,+8 sunwebadmins
http-wmap,https-wmap,+7 bctp,cslistener,etlservicemgr,dynamid,+6 pichat,+10 tambora
panagolin-ident,paragent,swa-1,swa-2,swa-3,swa-4,+53 glrpc,+3 aurora,ibm-rsyscon,net2display
classic,sqlexec,sqlexec-ssl,websm,xmltec-xmlmail,XmlIpcRegSvc,+7 hp-pdl-datastr,bacula-dir
bacula-fd,bacula-sd,peerwire,xadmin,+5 hexxorecore,+7 mxit,+11 dddp,+28 apani1,apani2,apani3
apani4,apani5,+26 sun-as-jpda,+8 wap-wsp,wap-wsp-wtp,wap-wsp-s,wap-wsp-wtp-s,wap-vcard,wap-vcal
wap-vcard-s,wap-vcal-s,rjcdb-vcards,almobile-system,oma-mlp,oma-mlp-s,serverviewdbms,serverstart
ipdcesgbs,insis,acme,fsc-port,+4 teamcoherence,+32 mon,+22 pegasus,pegasus-ctl,pgps,swtp-port1
swtp-port2,callwaveiam,visd,n2h2server,+1 cumulus,+4 armtechdaemon,storview,armcenterhttp
armcenterhttps,+4 vrace,+17 secure-ts,+2 guibase,+21 mpidcmgr,mphlpdmc,+1 ctechlicensing
+27 fjdmimgr,+5 boxp,+15 fjinvmgr,mpidcagt,+2 sec-t4net-srv,sec-t4net-clt,sec-pc2fax-srv,+15 git
+24 tungsten-https,wso2esb-console,+5 sntlkeyssrvr,+49 ismserver,+34 mngsuite,laes-bf
+18 trispen-sra,+36 ldgateway,cba8,msgsys,pds,mercury-disc,pd-admin,vscp,robix,micromuse-ncpw
+11 streamcomm-ds,+5 condor,+9 odbcpathway,uniport,+37 xmms2,tec5-sdctp,+25 client-wakeup,ccnx
+4 board-roar,+46 l5nas-parchan,+2 board-voip,+2 rasadv,+8 tungsten-http,+37 davsrc,sstp-2,davsrcs
+72 sapv1,+12 cyborg-systems,gt-proxy,+8 monkeycom,+1 iua,+8 domaintime,+1 sype-transport
+38 apc-9950,apc-9951,apc-9952,acis,+12 odnsp,+20 dsm-scm-target,+2 osm-appsrvr,osm-oev,palace-1
palace-2,palace-3,palace-4,palace-5,palace-6,distinct32,distinct,ndmp,scp-config,documentum
documentum-s,+3 mvs-capacity,octopus,swdtp-sv,+40 zabbix-agent,zabbix-trapper,+28 amanda,famdc
+18 itap-ddtp,ezmeeting-2,ezproxy-2,ezrelay,swdtp,+2 bctp-server,+2 nmea-0183,+2 netiq-endpoint
netiq-qcheck,netiq-endpt,netiq-voipa,iqrm,+10 bmc-perf-sd,+31 qb-db-server,+39 trisoap
+51 apollo-relay,+7 axis-wimp-port,+27 blocks,+251 MOS-lower,MOS-upper,MOS-aux,MOS-soap
MOS-soap-opt,+255 gap,+4 lpdg,+54 helix,+19 bveapi,+109 rmiaux,+9 irisa,metasys,+93 weave
+10 sgi-lk,+4 vce,dicom,+48 suncacao-snmp,suncacao-jmxmp,suncacao-rmi,suncacao-csa,suncacao-websvc
+35 smsqp,+6 wifree,+2 memcache,+107 imip,imip-channels,arena-server,+45 atm-uhas,+3 hkp
+228 tempest-port,+119 h323callsigalt,+2 emc-xsw-dcache,+27 intrepid-ssl,+124 xoraya
+90 sysinfo-sp,+32 entextxid,entextnetwk,entexthigh,entextmed,entextlow,dbisamserver1
dbisamserver2,accuracer,accuracer-dbms,+3 vipera,vipera-ssl,+95 rets-ssl,+11 nupaper-ss,+46 cawas
+3 hivep,+127 linogridengine,+20 warehouse-sss,warehouse,+22 italk,+407 tsaf,+406 i-zipqd
+55 bcslogc,rs-pias,+5 powwow-client,powwow-server,+495 bprd,bpdbm,bpjava-msvc,+1 vnetd,+57 bpcd
vopied,+1 nbdb,nomdb,+31 dsmcc-config,dsmcc-session,dsmcc-passthru,dsmcc-download,dsmcc-ccp
+71 ucontrol,+34 dta-systems,+70 scotty-ft,sua,+31 sage-best-com1,sage-best-com2,+106 vcs-app,icpp
+2 gcm-app,+3 vrts-tdd,+4 vad,+95 cps,+163 ca-web-update,+521 hde-lcesrvr-1,hde-lcesrvr-2
+62 hydap,+344 xpilot,+17 3link,+191 cisco-snat,+104 bex-xr,+79 ptp,+420 sun-sea-port,+147 etb4j
pduncs,pdefmns,+48 netserialext1,netserialext2,+5 netserialext3,netserialext4,+15 connected
+515 newbay-snc-mc,+49 sgcip,+40 intel-rci-mp,amt-soap-http,amt-soap-https,amt-redir-tcp
amt-redir-tls,+11 isode-dua,+177 soundsvirtual,+33 chipper,avtp,avdecc,+3 trdp-md,+8 integrius-stp
ssh-mgmt,+493 ea,+24 zep,zigbee-ip,zigbee-ips,+243 biimenu,+180 opsec-cvp,opsec-ufp,opsec-sam
opsec-lea,opsec-omi,ohsc,opsec-ela,+53 checkpoint-rtm,+20 gv-pf,+200 ac-cluster,+170 rds-ib,rds-ip
+133 ique,+111 infotos,+6 apc-necmp,+111 igrid,+6 scintilla,+183 opsec-uaa,+2 ua-secureagent
+88 keysrvr,+31 keyshadow,+82 mtrgtrans,+11 hp-sco,hp-sca,hp-sessmon,+126 fxuptp,sxuptp,jcp
+457 dnp-sec,dnp,microsan,commtact-http,commtact-https,+1 openwebnet,+8 opendeploy,+19 nburn-id
+11 tmophl7mts,+1 mountd,nfsrdma,+117 tolfab,+34 ipdtp-port,+19 ipulse-ics,+257 emwavemsg
+189 track,+328 athand-mmp,irtrans,+553 dfserver,+35 vofr-gateway,+209 tvpm,+44 webphone
netspeak-is,netspeak-cs,netspeak-acd,netspeak-cps,+150 snapenetio,optocontrol,optohost002
optohost003,optohost004,optohost004,+267 wnn6,+31 cis,+27 showcockpit-net,+9 cis-secure,+3 wibukey
+2 codemeter,+412 talikaserver,+36 aws-brf,+150 brf-gw,+48 inovaport1,inovaport2,inovaport3
inovaport4,inovaport5,inovaport6,+327 elxmgmt,+66 novar-dbase,novar-alarm,novar-global
+597 med-ltp,med-fsp-rx,med-fsp-tx,med-supp,med-ovw,med-ci,med-net-svc,+235 filesphere
+6 vista-4gl,+71 ild,+64 intel-rci,+78 tonidods,+88 binkp,+121 canditv,flashfiler,proactivate
+1 tcc-http,+241 find,+77 icl-twobase1,icl-twobase2,icl-twobase3,icl-twobase4,icl-twobase5
icl-twobase6,icl-twobase7,icl-twobase8,icl-twobase9,icl-twobase10,+783 vocaltec-hos,+106 tasp-net
niobserver,nilinkanalyst,niprobe,+96 quake,+132 scscp,+74 wnn6-ds,+51 ezproxy,ezmeeting
k3software-svr,k3software-cli,+223 exoconfig,+1 exonet,+855 imagepump,+96 jesmsjc
+61 kopek-httphead,+277 ars-vista,+216 tw-auth-key,nxlmd,+199 voxelstorm,+39 siemensgsm,+926 otmp
+833 pago-services1,pago-services2,amicon-fpsu-ra,+256 kingdomsonline,+738 ovobs,+337 eldim
+78 xqosd,+40 tetrinet,+162 lm-mon,+144 gamesmith-port,+182 iceedcp-tx,iceedcp-rx
+84 iracinghelper,+214 t1distproc60,+233 apm-link,+151 sec-ntb-clnt,DMExpress,+130 filenet-powsrm
filenet-tms,filenet-rpc,filenet-nch,filenet-rmi,filenet-pa,filenet-cm,filenet-re,filenet-pch
filenet-peior,filenet-obrok,+23 mlsn,+94 idmgratm,+226 aurora-balaena,+207 diamondport
+102 traceroute,+221 snip-slave,+592 turbonote-2,+128 p-net-local,p-net-remote,+582 profinet-rt
profinet-rtm,profinet-cm,+15 ethercat,+20 rt-viewer,+2 rt-classmanager,+95 axio-disc,+900 allpeers
+863 kastenxpipe,+609 neckar,+178 unisys-eportal,+546 galaxy7-data,fairview,agpolicy
+1477 turbonote-1,+318 safetynetp,+840 cscp,csccredir,csccfirewall,+267 fs-qos,+118 z-wave-s
+563 crestron-cip,crestron-ctp,+712 candp,candrp,caerpc,+677 reachout,ndm-agent-port,ip-provision
+250 ciscocsdb,+879 pmcd,pmcdproxy,+230 rbr-debug,+264 EtherNet-IP-2,+235 invision-ag,+623 eba
+146 qdb2service,+140 ssr-servermgr,+1032 mediabox,mbus,+556 dbbrowse,+66 directplaysrvr,+181 ap
+1 bacnet,+191 nimcontroller,nimspooler,nimhub,nimgtw,+124 isnetserv,blp5,+426 com-bardac-dw
+62 iqobject,+33 robotraconteur`;

const TCP_ONLY = `
+112 ident,+29 imap,+127 pt-tls,+51 rpki-rtr,rpki-rtr-tls,+131 macon-tcp,+8 urd,+8 tn-tl-w1
+37 exec,login,shell,+5 efs,+102 oob-ws-http,+40 oob-ws-https,+85 rfile,+22 submit,rpasswd,entomb
+85 owamp-control,twamp-control,+90 rndc,+39 imaps,+4 busboy,garcon,+1 webpush,+108 webadmstart
+71 accelenet,+224 tibet-server,+141 shivahose,+30 tn-tl-r1,+15 radio-sm,+79 netcomm1
+76 predatar-comms,+21 vdab,+225 dc,+2 mailbox,berknet,invokator,dectalk,conf,news,search,raid-cc
ttyinfo,raid-am,troff,cypress,+1 cypress-stat,terminaldb,whosockami,+1 servexec,down,+2 ellpack
+161 ssmc,radware-rpm,radware-rpm-s,+35 rcip-itu,+145 rda,+1 remographlm,hydra,docker,docker-s
swarm,+1 etcd-client,etcd-server,+3 sd-request,+23 railgun-webaccl,+393 veritas-tcp1,+52 msrp
+49 m3ua,+95 origo-native,+8 gw,+60 xplat-replicate,+32 autocuelog,+16 pcmk-remote,+178 ceph
+85 gprs-data,+100 ltctcp,+31 nvmsgd,+45 m2pa,quest-data-hub,+7 dmaf-server,+118 easl,+43 xpanel
+28 sitewatch-s,+74 shiprush-db-svr,+21 asap-tcp,asap-tcp-tls,+3 diameter,+209 cssp
+6 ezmessagesrv,+1 applusservice,npsp,+31 minirem,+48 iadt,d-cinema-csp,ml-svnet,+2 smcluster,bccp
tl-ipcproxy,+9 boxbackupstore,csc-proxy,+1 pcep,sieve,+1 azeti,pvxplusio,spdm,+116 p6ssmc,pscl-mgt
perrla,choiceview-agt,+1 choiceview-clt,opentelemetry,+7 geognosisadmin,+3 publiqare-sync,dey-sapi
ktickets-rest,getty-focus,+1 netconf-ch-ssh,netconf-ch-tls,restconf-ch-tls,+23 matrix-vnet
+10 l2c-control,+2 psi-ptt,+16 apwi-imserver,apwi-rxserver,apwi-rxspooler,+2 fly,+10 nacagent
slscc,netcabinet-com,itwo-server,found,+1 avi-nms,updog,brcd-vr-req,pjj-player,workflowdir,+1 cbp
+1 scaleft,tsepisp,thingkit,+3 drizzle,omviserver,omviagent,+1 wspipe,+1 vop,+26 ntske
+24 assyst-dr,+1 prex-tcp,+65 icshostsvc,+9 amahi-anywhere,+6 deploymentmap,+2 cardifftec-back
+16 rid,+11 mtsserver,menandmice-upg,irp,sixchat,sixid,+96 npqes-test,assuria-ins,+22 fcis
+3 remcap,+1 resorcs,+8 sicct,+10 simon,+2 RDCenter,+17 converge,+11 smart-install,sia-ctrl-plane
xmcp,+14 notateit,+36 opcua-tcp,+38 wsdl-event,hislip,+2 wmlserver,+4 xcap-portal,xcap-control
+11 flr-agent,magiccontrol,+9 lutap,lutcp,+1 frcs,+37 dbsyncarbiter,+17 burp,+12 webyast,gerhcs
+29 fmwp,+12 qvr,+3 signacert-agent,jtnetd-server,jtnetd-status,+10 osp,+2 texai,+4 rlm,rlm-admin
+8 csrpc,+4 bitforestsrv,+6 pvaccess,+10 aprigo-cs,biotic,+13 talarian-tcp,+1 actifio-c2c
+2 actifioudsagent,actifioreplic,+6 ev-services,autobuild,+1 gradecam,+16 ppactivation,erp-scale
+10 social-alarm,+9 rugameonline,mediat,+3 snmpssh,snmpssh-trap,sbackup,vpa,+7 pcoip-mgmt
+21 cpscomm,ampl-lic,ampl-tableproxy,tunstall-lwp,+11 nomad,+5 noteza,+5 3exmp,xmpp-client
+5 hpvroom,jaxflow,jaxflow-data,crusecontrol,csedaemon,enfs,+8 attune,xycstatus,+1 downtools
+7 kpdp,logcabin,+14 xmpp-server,+1 cuelink,+8 xmpp-bosh,undo-lm,+34 hpbladems,hpdevms,pkix-cmc
+1 bsfserver-zn,bsfsvr-zn-ssl,+123 smbdirect,+4 tiepie,+19 apsolab-col,apsolab-cols,apsolab-tag
apsolab-tags,+1 apsolab-data,+31 psl-management,+42 cbus,+6 farenet,+7 dp-bura,westec-connect
+2 rdmnet-ctrl,+4 lsi-bobcat,ora-oap,+3 fdtracks,+6 att-mt-sms,+31 efr,+16 sfmsso,sfm-db-server
cssc,flcrs,ics,+6 vfmobile,+19 nrpe,+3 filemq,+22 rbsystem,+2 kmip,+3 supportassist,+4 storageos
+19 ms-ilm,ms-ilm-sts,asgenf,io-dist-data,+51 vts-rpc,+17 enlabel-dpl,+21 autopassdaemon
+20 shiprush-d-ch,reversion,+25 diameters,+14 jute,+109 cim-rs,rms-agent,+73 gsmp-ancp,+6 dpm-acm
msft-dpm-cert,iconstructsrv,+6 reload-config,+3 doglms,+10 raxa-mgmt,+13 dayliteserver,wrspice,xic
xtlserv,daylitetouch,+3 spdy,+8 damewaremobgtwy,+28 efb-aci,ecmp,+80 jeol-nsdtp-1,jeol-nsdtp-2
jeol-nsdtp-3,jeol-nsdtp-4,+22 gld,+47 scup,+1 nav-data-cmd,+6 hrd-ncs,dt-mgmtsvc,dt-vra
+17 streletz,+34 redis,+38 syserverremote,svdrp,+12 pgbouncer,+7 heliosd,+1 tarp,+70 netconf-tls
+42 checkmk-agent,+11 canit-store,+31 mshvlm,mstmg-sstp,wsscomfrmwk,+21 datascaler-db
datascaler-ctl,+6 mxodbc-connect,+7 ovsdb,+14 pcs-sf-ui-man,emgmsg,+21 vfbp,+8 clever-ctrace
clever-tcpip,+1 cleverdetect,+6 ircs-u,+18 princity-agent,+60 ntz-tracker,ntz-p2p-storage,+10 radg
+27 pentbox-sim,+50 acctopus-cc,+31 rtimeviewer,jetstream,+68 conductor,+47 fisa-svc,doceri-ctl
+6 loreji-panel,+4 iposplanet,+40 iba-cfg,martalk,+43 rothaga,+5 snif,+43 casrmagent,cnckadserver
+3 metalbend,zsecure,+28 pon-ictp,+12 PS-Server,PS-Capture-Pro,+11 citrixupp,citrixuppg
+4 asa-gateways,+1 display,pads,+6 frc-hicp,+37 mzca-action,genstat,+187 sttunnel,+2 neo4j
+3 openit,+29 adcp,acplt,+41 controlone-con,+11 cfw,+5 dell-eql-asm,+4 coherence,+51 simco,+3 hawk
tesla-sys-msg,+40 imqstomp,imqstomps,+9 dmt,+3 bolt,+2 sovd,+9 em7-secom,+41 msss,+32 inetfs
+71 csoauth,+21 mobileanalyzer,rbt-smc,mdm,+6 owms,+102 sossd-collect,sossd-agent,+14 pushns
+6 p2pevolvenet,+1 wpl-analytics,+2 nvme-disc,+5 cfg-cloud,ads-s,+25 fs-agent,fs-server,fs-mgmt
+6 rocrail,+14 toad-bi-appsrvr,infi-async,+2 ucs-isc,+6 mles,+6 websnp,+5 opsmessaging,jamlink
+9 ldoms-migr,kz-migr,+14 purityrpc,+22 puppet,+12 quantastor,+8 lpar2rrd,+18 intermapper
+1 proremote,+6 gcp-rphy,limnerpressure,+78 robot-remote,+11 libelle,+10 hiperscan-id
+19 hub-open-net,+90 svcloud,svbackup,+9 dlpx-sp,+7 aritts,+8 pgbackrest,+12 copy,+11 nexentamv
+12 cisco-avp,pim-port,+29 cmtp-mgt,ftnmtp,+112 imink,+49 monetra,monetra-admin,+8 msi-cps-rm
+12 openremote-ctrl,+10 vnyx,+10 semi-grpc,nvc,+38 dey-keyneg,+16 core-of-source,sandpolis
oktaauthenticat,+8 uec,+102 galaxy4d,+6 ddi-tcp-1,ddi-tcp-2,ddi-tcp-3,ddi-tcp-4,ddi-tcp-5
ddi-tcp-6,ddi-tcp-7,+13 dpp,+28 twds,+15 ub-dns-control,+43 oracle-ms-ens,canto-roboflow,+6 golem
+2 ogs-server,+1 sdr,+39 versiera,fio-cmgmt,+8 CardWeb-IO,+22 emc-pp-mgmtsvc,+9 copycat
+12 astergate,astergatefax,+14 grcmp,grcp,+182 sphinxql,+3 sapms,+1 sphinxapi,+26 gnmi-gnoi,gribi
+4 rancher,+41 d2dconfig,d2ddatatrans,adws,otp,+54 mindarray-ca,+113 p4runtime,+54 iadt-tls
+1 erunbook-agent,erunbook-server,+12 peoctlr,peocoll,+8 pqsflows,+25 zoomcp,+209 sd,x510
+47 xybrid-cloud,+28 hinp,alljoyn-stm,+22 xybrid-rt,visweather,+1 pumpkindb,+6 nsesrvr
+15 emcrmirccd,emcrmird,netapp-sync,+3 rxapi,+9 abb-hw,+34 qptlmd,+69 cimple,+3 bmc-gms
+31 snmptls,snmptls-trap,+38 rsms,+59 tile-ml,+59 cosir,+121 cirrossp,+104 serverdocs
+82 printopia,+177 nbd,+123 octopustentacle,+169 origo-sync,netapp-icmgmt,netapp-icdata
+3 sgi-dmfmgr,sgi-soap,+61 oemcacao-jmxmp,t5-straton,oemcacao-rmi,oemcacao-websvc,+26 dcsl-backup
+32 xcompute,+253 asgcypresstcps,+133 emc-xsw-dconfig,+172 lanschool,+174 tibsd,+38 edbsrvr
+291 rads,+243 carb-repl-ctrl,+318 netperf,+352 emc-vcas-tcp,+181 doip-data,+422 bmdss
+8 a-trust-rpc,+97 medevolve,+212 icpps,+6 vcscmd,+349 xpra,+501 onep-tls,+996 programmar,fmsas
fmsascon,gsms,+17 jwpc,jwpc-bin,+140 solaris-audit,+222 rdgs,+233 xoms,+45 axon-tunnel
+123 cadsisvr,+220 ncpu,+173 vestasdlp,+38 isa100-gci,+276 db-lsp,+54 ailith,+221 sw-orion
+326 radpdf,+31 racf,+105 iclid,clusterxl,+424 vdmmesh,+351 j-link,+199 cora,+569 faircom-db
+207 iec-104-sec,+14 ss-idi,+43 avesterra,+752 crtech-nlm,+199 notezilla-lan,+201 trinket-agent
cohesity-agent,+7 aigairserver,+331 rdm-tfs,+247 sal,+323 dcap,+2 gsidcap,+93 easyengine
+112 shrewd-control,+15 codemeter-cmwan,+185 caldsoft-backup,+17 vocaltec-wconf,+497 gntp
+240 5afe-dir,+161 aequus,aequus-alt,+88 areaguard-neo,+776 vrmg-ip,+253 bilobit,+88 sdtvwcam
+87 cslg,+821 sauterdongle,+27 idtp,+652 cockroach,+228 exoline-tcp,+523 flex-lmadmin,+6 mongodb
+858 astrolink,+124 pqsp,+8 gruber-cashreg,+69 thor-engine,+508 bosswave,+410 saltd-licensing
+998 bingbang,ndmps,+99 rwp,+299 gs-realtime,+615 ka-sddp,+3 autotrac-acp,+379 pace-licensed
+284 dsx-monitor,+714 plex,+410 retp,+188 wg-endpt-comms,+59 mysqlx,+272 dgi-serv,speedtrace
+555 digilent-adept,+676 dhanalakshmi,+432 heathview,+1 rt-sound,rt-devicemapper,+1 rt-labtracker
rt-helper,+347 kitim,altova-lm,guttersnex,openstack-id,+1166 febooti-aw,+77 observium-agent
+97 mapx,+782 gdrive-sync,+117 eftp,+398 ivs-database,ivs-insertion,cresco-control,+635 psqlmws
+161 sruth,+64 secrmmsafecopya,+197 vroa,+1340 sptx,+716 tentacle,+674 crestron-cips,crestron-ctps
+1201 curiosity,recvr-rc,+190 noit-transport,+18 shaperai,+228 eq3-update,ew-mgmt
+682 z-wave-tunnel,+199 pmwebapi,+120 cognex-dataman,acronis-backup,+454 m3da,+99 asmp,asmps
rs-status,+42 synctest,+468 cloudcheck,+309 dai-shell,+511 inedo,+661 spremotetablet,+2 winrm
+1002 nimbusdb,nimbusdbctrl,+42 juka,3gpp-cbsp,weandsf,+949 matahari,nusrp,+148 inspider`;

const UDP_ONLY = `
+112 auth,+156 gist,+185 macon-udp,+8 igmpv3lite,+8 tn-tl-w2,+37 comsat,who,syslog,+5 router
+102 asf-rmcp,+40 asf-secure-rmcp,+51 pana,+33 loadav,+22 notify,acmaint-dbd,acmaint-transd
+85 owamp-test,twamp-test,+51 rift-lies,rift-ties,+82 puparp,applix,+27 6a44,+82 nfsd-keepalive
+71 accelenet-data,+366 shivasound,+30 tn-tl-r2,+15 radio-bc,+79 netcomm2,+324 wizard,+2 emce
oracle,raid-cd,raid-am,terminaldb,whosockami,pipe-server,servserv,raid-ac,raid-cd,raid-sf,raid-cs
+1 bootclient,rellpack,about,+1 xinuexpansion1,xinuexpansion2,+2 xribs,+161 ssmd,+190 dali
+5 sd-capacity,+417 veritas-udp1,+207 ping-pong,+93 autocuetime,+281 gprs-sig,+100 ltcudp
+31 galileo,+54 dmaf-caster,+288 asap-udp,+213 ascomalarm,+6 fortisphere-vm,+1 ftsync
+82 iadt-disc,+3 mma-discovery,sm-disc,+16 dsmipv6,azeti-bd,+132 geognosisman,+15 lisp-data
lisp-control,+18 nacnl,afore-vdp-disc,+3 shadowstream,+4 l2c-disc,+22 apwi-disc,+17 smallchat
avi-nms-disc,+2 pjj-player-disc,+1 axysbridge,+22 netblox,+92 armagetronad,+22 mtcevrunqss
mtcevrunqman,+33 hrpd-ith-at-an,+28 ventoso,+104 a26-fap-fgw,fcis-disc,+1 gsmtap,+2 ohmtrigger
+9 sicct-sdp,+3 intelliadm-disc,buschtrommel,+5 simon-disc,gre-in-udp,gre-udp-dtls,+29 cncp
+3 vxlan,vxlan-gpe,roce,+11 notateit-disc,aja-ntv4-disc,+35 opcua-udp,+37 inst-discovery,+2 socp-t
socp-c,+53 an-signaling,atsc-mh-ssc,+42 ctxs-vpp,+33 onpsocket,+16 dmp,+14 vpm-udp,iscape
+5 rlm-disc,+4 locus-disc,+19 pixelpusher,cp-spxrpts,+12 magpie,+8 talarian-udp,+2 tinymessage
hughes-ap,+10 emb-proj-cmd,+19 minotaur-sa,+27 vpa-disc,+80 downtools-disc,capwap-control
capwap-data,+23 cuelink-disc,+78 pcp-multicast,pcp,+12 kdnet,+71 pmip6-cntl,pmip6-data
+12 tiepie-disc,+23 apsolab-rpc,+94 rdmnet-device,+100 zre-disc,+11 brightcore,+4 gog-multiplayer
+40 io-dist-group,+55 ibar,+1 cisco-redu,waascluster,+6 spdp,+285 gue,geneve,p25cai,miami-bcast
+4 doglms-notify,+29 tipc,+41 ecmp-data,+40 thermo-calc,+39 jeol-nsddp-1,jeol-nsddp-2,jeol-nsddp-3
jeol-nsddp-4,+70 scup-disc,+1 nav-data,+6 hrd-ns-disc,+38 ndn,+55 svdrp-disc,+91 dccp-udp
+56 rp-reputation,+64 cisco-vpath-tun,mpls-pm,mpls-udp,mpls-udp-dtls,+20 palcom-disc,+20 vfbp-disc
+17 babel,+2 babel-dtls,+84 bfd-lag,+83 acctopus-st,+111 qolyester,+38 doceri-view,+20 quest-disc
+31 iba-cfg-disc,+15 zixi-transport,+6 jdp-disc,+11 aes-x170,+73 janus-disc,+53 aspcoordination
+8 frc-hicp-disc,+37 mzca-alert,+137 ipluminary,+129 cloudsignaling,+23 coherence-disc,+209 s-bfd
+17 vns-tp,+69 mipv6tls,+109 sossd-disc,+15 usicontentpush,+7 wpl-disc,+10 cisco-cloudsec,+42 aero
+50 skynetflow,+37 eor-game,+52 aesop,+8 aruba-papi,+19 hncp-udp-port,hncp-dtls-port
+33 espeasy-p2p,+15 libelle-disc,+101 marathontp,+48 aws-as2,+11 copy-disc,+55 cmtp-av
+1 lsp-self-ping,+105 canon-cpp-disc,+65 msi-cps-rm-disc,+56 dtp-net,+72 pfcp,+1 hes-clip
ssports-bcast,3gpp-monp,+78 ddi-udp-1,ddi-udp-2,ddi-udp-3,ddi-udp-4,ddi-udp-5,ddi-udp-6,ddi-udp-7
+86 nod-client,+25 ogs-client,+3 d-star,+48 CardWeb-RT,+20 cisco-aqos,+24 astergate-disc
+170 traingpsdata,+8 n2receive,+235 sma-spw,+109 mc-comm,+245 kca-service,+20 sctp-tunneling
+1 enrp,+1 multicast-ping,+51 alljoyn-mcm,alljoyn,+66 cefd-vmp,+87 nmea-onenet,+49 snmpdtls
snmpdtls-trap,+38 rscs,+51 eapol-relay,+185 bngsync,+60 hip-nat-t,+309 nmc-disc,+297 myq-termlink
+62 snss,+258 lsdp,+365 lanschool-mpt,+80 x2e-disc,+131 ghvpn,+1208 emc-vcas-udp,+181 doip-disc
+601 scotty-disc,+1115 v2g-secc,+879 2ping,+4 alfin,+662 vtp,+555 cpsp,+1 trdp-pd,+275 db-lsp-disc
+1015 heythings,+151 vdmmesh-disc,+551 cora-disc,+567 mle,+223 ss-idi-disc,+2322 shrewd-stream
+219 vocaltec-phone,+716 s102,+21 5afe-disc,+1027 hid,+254 bilobit-update,+272 assoc-disc
+1103 bf-game,bf-master,+530 exoline-udp,+1632 a27-ran-ran,+1884 amicon-fpsu-s,+827 samsung-disc
+183 ka-kdp,+12 yawn,+2304 speedtrace-disc,+100 mtrace,+1131 edi_service,+787 altova-lm-disc
+1055 wlcp,+1590 crescoctrl-disc,+2020 k-patentssensor,+829 ortec-disc,+2146 recvr-rc-disc
+209 shaperai-disc,+227 hmip-routing,eq3-config,ew-disc-cmd,+1103 domiq,+55 asihpi,+299 m3da-disc
+99 asmp-mon,+513 cloudcheck-ping,+1585 jvl-mactalk,+708 presonus-ucnet,+1191 nusdp-disc`;
