package tarn

// A made-up board.

import (
	"github.com/zond/godip"
	"github.com/zond/godip/graph"
	"github.com/zond/godip/state"
	"github.com/zond/godip/variants/classical"
	"github.com/zond/godip/variants/common"
)

const (
	Red  godip.Nation = "Red"
	Blue godip.Nation = "Blue"
)

var Nations = []godip.Nation{Red, Blue}

var TarnVariant = common.Variant{
	Name:       "Tarn",
	Graph:      func() godip.Graph { return TarnGraph() },
	Start:      TarnStart,
	Phase:      classical.NewPhase,
	Nations:    Nations,
	SoloWinner: common.SCCountWinner(2),
	NationColors: map[godip.Nation]string{
		Red: "#C0392B",
	},
	ProvinceLongNames: longNames,
	SVGMap: func() ([]byte, error) {
		return Asset("svg/tarnmap.svg")
	},
	CreatedBy:   "Nobody",
	Version:     "1.0",
	Description: "Two powers, " + "and a \"tarn\".",
	Rules:       `Two centers win.`,
}

func TarnStart() (result *state.State, err error) {
	startPhase := classical.NewPhase(1, godip.Spring, godip.Movement)
	result = state.New(TarnGraph(), startPhase, classical.BackupRule, nil)
	if err = result.SetUnits(map[godip.Province]godip.Unit{
		"ald":    godip.Unit{godip.Army, Red},
		"cov/sc": {Type: godip.Fleet, Nation: Blue},
	}); err != nil {
		return
	}
	result.SetSupplyCenters(map[godip.Province]godip.Nation{
		"ald": Red,
		"cov": Blue,
	})
	return
}

func TarnGraph() *graph.Graph {
	return graph.New().
		// Alder
		Prov("ald").Conn("dun", godip.Sea).Conn("cov", godip.Land).Conn("bir", godip.Land).Conn("cov/nc", godip.Sea).Flag(godip.Coast...).SC(Red).
		// bir
		Prov("bir").Conn("ald", godip.Land).Conn("cov", godip.Land).Conn("ebb", godip.Sea).Conn("cov/sc", godip.Sea).Flag(godip.Coast...).SC(godip.Neutral).
		// Cove
		Prov("cov").Conn("ald", godip.Land).Conn("bir", godip.Land).Conn("dun", godip.Sea).Flag(godip.Land).SC(Blue).
		// Cove (North Coast)
		Prov("cov/nc").Conn("ald", godip.Sea).Conn("dun", godip.Sea).Flag(godip.Sea).
		Prov("cov/sc").Conn("bir", godip.Sea).Conn("ebb", godip.Sea).Flag(godip.Sea).
		// Dune Sea
		Prov("dun").Conn("ald", godip.Sea).Conn("cov", godip.Sea).Conn("cov/nc", godip.Sea).Conn("ebb", godip.Sea).Flag(godip.Sea).
		// Ebb Sound
		Prov("ebb").Conn("bir", godip.Sea).Conn("cov/sc", godip.Sea).Conn("dun", godip.Sea).Flag(godip.Sea).
		Done()
}

var longNames = map[godip.Province]string{
	"bir":    "Birch",
	"cov/sc": "Cove (SC)",
}
